import { z } from 'zod'
import { CLUSTERS } from '#contract/bulk-sender.ts'
import { decimalString, epochSeconds } from '#contract/primitives.ts'

export const hold = z.object({
  attemptId: z.string(),
  signature: z.string(),
  cluster: z.enum(CLUSTERS),
  walletAddress: z.string(),
  since: epochSeconds.describe('When it was signed'),
  transfers: z.array(
    z.object({
      recipient: z.string(),
      amountUA: decimalString,
      claimId: z.string().nullable(),
      distributionId: z.string().nullable(),
      rowNumber: z.number().int().nullable(),
    }),
  ),
  known: z.string().nullable().describe('What is missing to the proof that it did not land'),
  lastValidBlockHeight: z.number().int().describe('The last height at which it can have landed'),
  slot: z.number().int().describe('The slot before which it can not have landed'),
})
export type Hold = z.infer<typeof hold>

/** GET /api/bulk-sender/holds: of both senders, oldest first. */
export const holdsResponse = z.object({ holds: z.array(hold) })
export type HoldsResponse = z.infer<typeof holdsResponse>

/** What has to be typed before payments on hold are sent again. */
export const SETTLE_DEAD_WORDS = 'not paid'

/** POST /api/bulk-sender/settle-hold. */
export const settleHoldBody = z.object({
  attemptId: z.string().max(100),
  as: z.enum(['paid', 'dead']),
  tx: z.string().trim().max(100).optional().describe("As paid: the transaction's signature"),
  confirm: z.string().trim().max(100).optional().describe(`As dead: "${SETTLE_DEAD_WORDS}"`),
  force: z.boolean().optional().describe('As paid although the cluster does not show it'),
})
export type SettleHoldBody = z.infer<typeof settleHoldBody>
