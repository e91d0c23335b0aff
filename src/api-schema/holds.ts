import { z } from 'zod'
import { CLUSTER_NAMES } from '#domain/cluster-name.ts'
import { HOLD_CONFIRMATION } from '#domain/hold-confirmation.ts'
import { decimalString, epochSeconds } from './primitives.ts'

const heldPayments = {
  cluster: z.enum(CLUSTER_NAMES),
  walletAddress: z.string(),
  transfers: z.array(
    z.object({
      recipient: z.string(),
      amountUA: decimalString,
      claimId: z.string().nullable(),
      distributionId: z.string().nullable(),
      rowNumber: z.number().int().nullable(),
    }),
  ),
}

/** A transaction that may or may not have landed. */
const heldTransaction = z.object({
  ...heldPayments,
  attemptId: z.string(),
  signature: z.string(),
  since: epochSeconds.describe('When it was signed'),
  known: z.string().nullable().describe('What is missing to the proof that it did not land'),
  lastValidBlockHeight: z.number().int().describe('The last height at which it can have landed'),
  slot: z.number().int().describe('The slot before which it can not have landed'),
})
export type HeldTransaction = z.infer<typeof heldTransaction>

/** A payment that no run signs, because it differs from what was accepted. There is nothing to settle. */
const unsignedHold = z.object({
  ...heldPayments,
  attemptId: z.null(),
  signature: z.null(),
  since: z.null(),
  known: z.string().nullable().describe('Why it is not signed'),
  lastValidBlockHeight: z.null(),
  slot: z.null(),
})
export type UnsignedHold = z.infer<typeof unsignedHold>

export const hold = z.union([heldTransaction, unsignedHold])
export type Hold = z.infer<typeof hold>

/** Of both senders: transactions, then what was never signed, each oldest first. */
export const holdsResponse = z.object({ holds: z.array(hold) })
export type HoldsResponse = z.infer<typeof holdsResponse>

export const settleHoldBody = z.object({
  attemptId: z.string().max(100),
  as: z.enum(['paid', 'expired']),
  tx: z.string().trim().max(100).optional().describe("As paid: the transaction's signature"),
  confirm: z.string().trim().max(100).optional().describe(`As expired: "${HOLD_CONFIRMATION}"`),
  force: z.boolean().optional().describe('As paid although the cluster does not show it'),
})
export type SettleHoldBody = z.infer<typeof settleHoldBody>
