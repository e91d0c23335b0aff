import { z } from 'zod'
import { SENDER_STATES } from '#domain/payout-states.ts'
import { decimalString, epochSeconds } from './primitives.ts'

/** The state of a run and since when it waits, alike for a sender and a distribution. */
export const runStateFields = {
  state: z
    .enum(SENDER_STATES)
    .describe('Of the newest run: `waiting` can not go on just now, `ready` has never run'),
  waitingSince: epochSeconds.nullable().describe('Null while it does not wait; `message` says for what'),
  inFlight: z.number().int().describe('Payments that are signed and not settled yet'),
}

export const recordsBehind = z.object({
  payments: z.number().int(),
  amountUA: decimalString,
  unshown: z.number().int().describe('Transactions that the node lists and can not show'),
})
export type RecordsBehindBody = z.infer<typeof recordsBehind>

export const senderSource = z.object({
  tokenAccount: z.string(),
  owner: z.string().describe('The sending wallet, or who has made it the delegate'),
  delegate: z.string().nullable(),
  allowance: decimalString
    .nullable()
    .describe("What the owner still allows; null for the wallet's own account"),
  balance: decimalString.nullable(),
  readAt: epochSeconds.nullable().describe('Null where no node has shown it within a minute'),
})
export type SenderSource = z.infer<typeof senderSource>

/** Fields of either sender's status, besides its configuration. */
export const senderStateFields = {
  ...runStateFields,
  held: z.number().int().describe('Payments of the newest run that can not be decided yet'),
  message: z.string().nullable().describe('Why the newest run ended early, or what it waits for'),
  nodes: z.array(z.string()).describe('Origins of its RPC nodes, the first first'),
  recordsBehind: recordsBehind
    .nullable()
    .describe('Payments that the chain shows and the records lack: nothing is sent while there are any'),
  isUnknownWallet: z.boolean().describe('The records know nothing of its wallet: `anchor-now` may be asked'),
  source: senderSource.nullable().describe('The account that is paid from'),
  warnings: z.array(z.string()).describe('Its avoidable risks, in words'),
  asOf: epochSeconds.describe("By the server's clock"),
}
