import { z } from 'zod'
import { statsResponse } from './admin.ts'
import { claimControlsResponse } from './portal.ts'
import { cluster, decimalString, epochSeconds, fileHash, leftOut } from './primitives.ts'
import { runComparison } from './runs.ts'
import { recordsBehind, runStateFields } from './sender-records.ts'

const count = z.number().int()

export const runInState = z.object({
  id: z.string(),
  ...runStateFields,
  cluster,
  running: z.boolean().describe('It has not ended'),
  message: z.string().nullable().describe('Why it ended early, or what it waits for'),
  processed: count,
  total: count,
  paid: count,
  failed: count,
  rejected: count.describe('Of claims that an operator rejected before they were sent'),
  held: count,
  comparison: runComparison.nullable().describe('Null until the chain was compared with it'),
  distributionId: z.string().nullable(),
  fileName: z.string().nullable(),
  startedAt: epochSeconds,
  finishedAt: epochSeconds.nullable(),
})
export type RunInState = z.infer<typeof runInState>

export const senderInState = z.object({
  configured: z.boolean(),
  configuredAt: epochSeconds.nullable(),
  cluster: cluster.nullable(),
  walletAddress: z.string().nullable(),
  recordsBehind: recordsBehind.nullable(),
  run: runInState.nullable().describe('The newest one'),
  wallet: z
    .object({
      sol: decimalString,
      token: decimalString.describe('What it can pay'),
      tokenLimit: z
        .enum(['wallet', 'treasury', 'allowance'])
        .describe('Whose balance that is, or the allowance'),
      readAt: epochSeconds,
    })
    .nullable()
    .describe('The balances, as a node showed them at that time; null where none has within a minute'),
  walletUnknownSince: epochSeconds
    .nullable()
    .describe('When a node showed the balances last, where that is too long ago'),
  need: z
    .object({
      sol: decimalString.nullable().describe('The most that it can be'),
      token: decimalString,
      count,
      notLookedUp: count.describe('Of `count`: recipients that no estimate has looked up'),
      leftOut,
      readAt: epochSeconds,
    })
    .nullable()
    .describe('What a start would pay, as the estimate counts it; null until it was counted'),
})
export type SenderInState = z.infer<typeof senderInState>

/** The whole of what goes on, as one commit left it. */
export const portalStateResponse = z.object({
  asOf: epochSeconds.describe("By the server's clock"),
  claims: statsResponse,
  unpayable: count.describe('Queued claims whose last payment failed, or is on hold: the two that follow'),
  failed: count.describe('Queued claims whose last payment failed'),
  held: count.describe('Queued claims whose payment is on hold'),
  holders: z.object({ listed: count, claimed: count }).describe('Of the list in force'),
  list: z.object({ fileHash, publishedAt: epochSeconds }).nullable().describe('The list in force'),
  hasAllocationsFile: z.boolean().describe('The server has a list of its own to load again'),
  reading: z
    .object({
      fileName: z.string(),
      rowsRead: count.describe('Of a large file, so far; 0 for a small one'),
      rows: count.describe('Stored so far: once all are read'),
    })
    .nullable()
    .describe('A holder list that is being read'),
  controls: claimControlsResponse,
  holds: z.object({
    signed: count.describe('Transactions that can not be decided'),
    unsigned: count.describe('Payments that nothing was signed for'),
    payments: count.describe('All payments on hold, of both senders'),
  }),
  senders: z.object({
    bulk: senderInState,
    standalone: senderInState.nullable().describe('Null where STANDALONE_SENDER is off'),
  }),
  lastAction: z
    .object({ id: z.string(), action: z.string(), at: epochSeconds })
    .nullable()
    .describe("The operators' newest recorded decision"),
})
export type PortalStateBody = z.infer<typeof portalStateResponse>

/** The data of the events of the stream, by their names. */
export const portalEvents = {
  state: portalStateResponse.describe('First, and whenever anything has changed'),
  beat: z.object({ asOf: epochSeconds }).describe('Nothing has changed up to then'),
  end: z
    .object({ reason: z.enum(['session', 'stopping']) })
    .describe('The last one: the session has ended, or the server is being stopped'),
}
