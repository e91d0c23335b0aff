import { z } from 'zod'
import { RUN_STATES } from '#domain/payout-states.ts'
import { runCost } from './bulk-sender.ts'
import { cluster, decimalString, epochSeconds, pageFields } from './primitives.ts'

export const runsQuery = z.object({
  ...pageFields(20, 100),
})

/** A run's payments as the chain showed them afterwards, beside the records. */
export const runComparison = z.object({
  agrees: z
    .boolean()
    .describe(
      'Nothing is missing, nothing is unknown, and nothing else left the wallet that nobody has acknowledged',
    ),
  checkedAt: epochSeconds,
  payments: z.number().int().describe("The run's payments that the chain shows"),
  amountUA: decimalString,
  unknownPayments: z
    .number()
    .int()
    .describe('Payments of the wallet that the chain shows and the records do not count'),
  missing: z.number().int().describe("The run's payments that the chain does not show"),
  otherOutflows: z
    .number()
    .int()
    .describe('Transactions by which something else left the wallet, and that nobody has acknowledged'),
  acknowledgedOutflows: z
    .number()
    .int()
    .describe('Those of them that an operator has acknowledged since the comparison, with a note'),
})
export const payoutRun = z.object({
  id: z.string(),
  sender: z.enum(['bulk', 'standalone']),
  distributionId: z.string().nullable(),
  fileName: z.string().nullable().describe("The distribution's"),
  cluster,
  status: z.enum(RUN_STATES),
  walletAddress: z.string(),
  tokenMintAddress: z.string(),
  transferCount: z.number().int(),
  limits: z
    .object({
      count: z.number().int().nullable(),
      amountUA: decimalString.nullable(),
      selected: z.number().int().nullable().describe('The number of claims that were selected for it'),
      canary: z.number().int().nullable(),
    })
    .describe('What it was started with; null where it was not limited'),
  paid: z.number().int().describe('As it ended; while it runs, so far'),
  paidAmountUA: decimalString.nullable().describe('The sum of what it has paid; null while it goes on'),
  tokenName: z.string(),
  failed: z.number().int(),
  rejected: z.number().int().describe('Of claims that an operator rejected before they were sent'),
  held: z.number().int().describe('On its list, signed or not'),
  inOtherRuns: z.number().int().describe('Settled by an earlier run, or taken over by a later one'),
  startedAt: epochSeconds,
  finishedAt: epochSeconds.nullable(),
  message: z.string().nullable().describe('Why it ended early, or what it waits for'),
  cost: runCost,
  comparison: runComparison.nullable().describe('Null until the chain was compared with it'),
})
export type PayoutRun = z.infer<typeof payoutRun>

/** Of both senders, newest first. */
export const runsResponse = z.object({
  asOf: epochSeconds.describe('The moment of all counts'),
  runs: z.array(payoutRun),
  nextCursor: z.string().nullable(),
})
export type RunsResponse = z.infer<typeof runsResponse>
