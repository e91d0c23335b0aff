import { z } from 'zod'
import { HOLD_CONFIRMATION } from '#domain/hold-confirmation.ts'
import { TRANSFER_STATES } from '#domain/payout-states.ts'
import { cluster, decimalString, epochSeconds, pageFields } from './primitives.ts'
import { payoutRun } from './runs.ts'

export const runParams = z.object({ id: z.string().max(20) })

export const runPaymentsQuery = z.object({
  state: z.enum(TRANSFER_STATES).optional(),
  ...pageFields(50),
})

export const runPayment = z.object({
  id: z.string(),
  claimId: z
    .string()
    .nullable()
    .describe("Also where the claim was reset since; null for a distribution's row"),
  isClaimReset: z.boolean(),
  evmAddr: z.string().nullable(),
  rowNumber: z.number().int().nullable().describe("The row of the distribution's file"),
  recipient: z.string(),
  amountUA: decimalString,
  baseUnits: decimalString,
  dustUA: decimalString,
  state: z.enum(TRANSFER_STATES).describe('In this run; `queued` was not sent by it'),
  signature: z.string().nullable(),
  slot: z.number().int().nullable(),
  feeSOL: decimalString.nullable().describe("An equal share of its transaction's fee"),
  rentSOL: decimalString
    .nullable()
    .describe('An equal share of the rent of the accounts that its transaction created'),
  reason: z.string().nullable().describe('Why it failed, or is on hold, in words'),
})
export type RunPaymentBody = z.infer<typeof runPayment>

/** A run, and a page of its payments in the order of its list. */
export const runPaymentsResponse = z.object({
  asOf: epochSeconds.describe('The moment of all counts and states'),
  run: payoutRun,
  payments: z.array(runPayment),
  nextCursor: z.string().nullable(),
})
export type RunPaymentsResponse = z.infer<typeof runPaymentsResponse>

const heldPayments = {
  cluster,
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
export const heldTransaction = z.object({
  ...heldPayments,
  cause: z.literal('evidence').describe('Whether it landed is not proved'),
  attemptId: z.string(),
  signature: z.string(),
  since: epochSeconds.describe('When it was signed'),
  known: z.string().nullable().describe('What is missing to the proof that it did not land'),
  lastValidBlockHeight: z.number().int().describe('The last height at which it can have landed'),
  slot: z.number().int().describe('The slot before which it can not have landed'),
})
export type HeldTransaction = z.infer<typeof heldTransaction>

/** A payment that no run has signed: an address is on the deny list, or it differs from what was accepted. There is nothing to settle. */
export const unsignedHold = z.object({
  ...heldPayments,
  cause: z
    .enum(['denied', 'changed', 'cleared'])
    .describe(
      'As of now: on the deny list, other than was accepted, or nothing any more: then a run pays it',
    ),
  attemptId: z.null(),
  signature: z.null(),
  since: z.null(),
  known: z.string().nullable().describe('Why a run would not sign it now, or that it would'),
  lastValidBlockHeight: z.null(),
  slot: z.null(),
})
export type UnsignedHoldBody = z.infer<typeof unsignedHold>

export const hold = z.union([heldTransaction, unsignedHold])
export type HoldBody = z.infer<typeof hold>

export const holdsQuery = z.object(pageFields(400))

/** Of both senders: transactions, then what was never signed, each oldest first. */
export const holdsResponse = z.object({ holds: z.array(hold), nextCursor: z.string().nullable() })
export type HoldsResponse = z.infer<typeof holdsResponse>

export const settleHoldBody = z.object({
  attemptId: z.string().max(100),
  as: z.enum(['paid', 'expired']),
  tx: z.string().trim().max(100).optional().describe("As paid: the transaction's signature"),
  confirm: z.string().trim().max(100).optional().describe(`As expired: "${HOLD_CONFIRMATION}"`),
  force: z.boolean().optional().describe('As paid although the cluster does not show it'),
})
export type SettleHoldBody = z.infer<typeof settleHoldBody>
