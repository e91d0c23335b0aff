import { z } from 'zod'
import { CLUSTERS, runCost } from '#contract/bulk-sender.ts'
import { epochSeconds } from '#contract/primitives.ts'
import { RUN_STATES } from '#domain/payout-states.ts'

export const runsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(300).optional().describe('Opaque: as the page before gave it'),
})

export const payoutRun = z.object({
  id: z.string(),
  sender: z.enum(['bulk', 'standalone']),
  distributionId: z.string().nullable(),
  fileName: z.string().nullable().describe("The distribution's"),
  cluster: z.enum(CLUSTERS),
  status: z.enum(RUN_STATES),
  walletAddress: z.string(),
  tokenMintAddress: z.string(),
  transferCount: z.number().int(),
  paid: z.number().int().describe('As it ended; while it runs, as it stands'),
  failed: z.number().int(),
  held: z.number().int(),
  startedAt: epochSeconds,
  finishedAt: epochSeconds.nullable(),
  message: z.string().nullable().describe('Why it ended early, or what it waits for'),
  cost: runCost,
})
export type PayoutRun = z.infer<typeof payoutRun>

/** GET /api/bulk-sender/runs: of both senders, newest first. */
export const runsResponse = z.object({ runs: z.array(payoutRun), nextCursor: z.string().nullable() })
export type RunsResponse = z.infer<typeof runsResponse>
