import { z } from 'zod'
import { SENDER_STATES } from '#domain/payout-states.ts'
import type { ErrorCode } from '#domain/portal-error.ts'
import { DIFFERENCE_KINDS } from '#domain/run.ts'
import { adminEndpoint } from './endpoint.ts'
import { decimalString, epochSeconds, okResponse, paymentSum } from './primitives.ts'
import { MONEY_ERRORS } from './second-secret.ts'

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

/** A movement of the sending wallet's tokens that is no payment of ours. */
export const otherMovement = z.object({
  signature: z.string(),
  amountUA: decimalString,
  counterparties: z.array(
    z.object({ address: z.string().describe('The wallet, not its token account'), amountUA: decimalString }),
  ),
  note: z.string().nullable().describe('How an operator has explained it, if one has'),
})
export type OtherMovementBody = z.infer<typeof otherMovement>

/** Explains an outflow or an inflow that reconcile lists. */
const acknowledgeBody = z.object({
  signature: z.string().trim().min(1).max(100),
  note: z.string().trim().min(1).max(1000),
})
export type AcknowledgeBody = z.infer<typeof acknowledgeBody>

/** A take-over: payments that the chain shows and the records lacked are now recorded. */
const takeOverResponse = z.object({
  payments: z.number().int().describe('Taken over from the chain'),
  amountUA: decimalString.describe('Their sum'),
  claims: z.number().int().describe('Claims that are sent by it'),
})
export const anchorNowBody = z.object({
  confirm: z.string().trim().max(100).describe('The words that a 400 anchor_unconfirmed names'),
})

export const continueWithoutBody = z.object({
  confirm: z
    .string()
    .trim()
    .max(100)
    .describe('The words that a 400 continue_unconfirmed names: "12 payments"'),
})

const continueWithoutResponse = z.object({
  payments: z.number().int().describe('That the records will go on without'),
})

/** The payments that the chain alone shows, beside the records. */
export const reconcileResponse = z.object({
  agrees: z.boolean().describe('No difference, and no outflow without a note'),
  transactions: z.number().int().describe('That paid'),
  chainPayments: z.number().int().describe('Other movements are no part of them'),
  chainAmountUA: decimalString,
  bookedPayments: z
    .number()
    .int()
    .describe('Without the next two: as many as on the chain where there is no difference'),
  bookedAmountUA: decimalString,
  bookedElsewhere: paymentSum.describe('Marked sent by transactions of other wallets'),
  markedWithoutProof: paymentSum.describe('Marked sent although no transaction shows it'),
  differences: z.array(
    z.object({
      kind: z.enum(DIFFERENCE_KINDS),
      reference: z.string().nullable(),
      recipient: z.string(),
      signature: z.string(),
      bookedAmountUA: decimalString,
      chainAmountUA: decimalString,
    }),
  ),
  otherOutflows: z.array(otherMovement).describe('What else left the wallet, newest first'),
  inflows: z.array(otherMovement).describe('What came in, newest first; it never makes them disagree'),
})
export type ReconcileResponse = z.infer<typeof reconcileResponse>

/** The token that a sender pays, as the chain shows it. */
export const tokenFactsResponse = z.object({
  address: z.string(),
  decimals: z.number().int(),
  supplyUA: decimalString,
  mintAuthority: z.string().nullable().describe('Null where nobody may mint more'),
  freezeAuthority: z.string().nullable().describe('Null where nobody may freeze an account'),
  name: z.string().nullable().describe('As its metadata say, which anybody may write'),
  symbol: z.string().nullable(),
})
export type TokenFactsResponse = z.infer<typeof tokenFactsResponse>

/** Errors of every endpoint that asks the nodes of a configured sender. */
export const CLUSTER_ERRORS = [
  'sender_unreadable',
  'cluster_changed',
  'rpc_unreachable',
] as const satisfies ErrorCode[]

export const CONFIG_ERRORS = [
  'invalid_rpc_url',
  'invalid_private_key',
  'invalid_password',
  'too_many_logins',
  'sign_in_busy',
  'sending_key_needed',
  'sender_unreadable',
  'rpc_unreachable',
  'node_unreachable',
  'nodes_disagree',
  'mint_unsteady',
  'invalid_mint',
  'mint_not_found',
  'unsupported_mint',
  'test_key_on_mainnet',
  'confirm_mainnet',
  'sender_in_use',
  'source_bound',
  'source_shared',
  'attempts_unresolved',
  ...MONEY_ERRORS,
] as const satisfies ErrorCode[]

/** Errors that keep a run from starting, whether it pays claims or a distribution. */
export const START_ERRORS = [
  ...CLUSTER_ERRORS,
  'run_in_progress',
  'changed_meanwhile',
  'start_key_used',
  'store_not_durable',
  'records_behind_chain',
  'mint_changed',
  'mint_not_found',
  'unsupported_mint',
  'source_account_frozen',
  'source_frozen',
  'not_delegate',
  'allowance_too_small',
  'insufficient_sol',
  'insufficient_tokens',
  ...MONEY_ERRORS,
  'maker_unknown',
  'same_person',
] as const satisfies ErrorCode[]

export type RecordsEndpoints = ReturnType<typeof recordsEndpoints>

/** Declares the endpoints that compare a sender's records with the chain and act on differences, alike for both senders. */
export function recordsEndpoints(
  base: '/api/bulk-sender' | '/api/standalone-bulk-sender',
  own: readonly ('sender_not_configured' | 'standalone_not_configured' | 'standalone_sender_off')[],
) {
  return {
    token: adminEndpoint({
      method: 'GET',
      path: `${base}/token`,
      summary: 'The token that the sender pays, as the chain shows it',
      reply: tokenFactsResponse,
      errors: [...own, ...CLUSTER_ERRORS, 'mint_not_found'],
    }),

    reconcile: adminEndpoint({
      method: 'POST',
      path: `${base}/reconcile`,
      summary: 'Match what the chain alone says was paid with the records',
      reply: reconcileResponse,
      errors: [...own, ...CLUSTER_ERRORS],
    }),

    acknowledge: adminEndpoint({
      method: 'POST',
      path: `${base}/acknowledge`,
      summary: 'Explain a transaction of the wallet that is no payment of ours',
      body: acknowledgeBody,
      reply: okResponse,
      errors: [...own, ...CLUSTER_ERRORS, 'invalid_transaction', 'unknown_outflow'],
    }),

    takeOver: adminEndpoint({
      method: 'POST',
      path: `${base}/take-over`,
      summary: 'Record the payments that the chain shows and the records lack',
      reply: takeOverResponse,
      errors: [...own, ...CLUSTER_ERRORS, 'records_not_behind', 'run_in_progress', ...MONEY_ERRORS],
    }),

    anchorNow: adminEndpoint({
      method: 'POST',
      path: `${base}/anchor-now`,
      summary: "Settle a new wallet's history up to now: no Ferry paid from it",
      body: anchorNowBody,
      reply: okResponse,
      errors: [
        ...own,
        ...CLUSTER_ERRORS,
        'anchor_unconfirmed',
        'records_behind_chain',
        'wallet_has_paid',
        'run_in_progress',
      ],
    }),

    continueWithout: adminEndpoint({
      method: 'POST',
      path: `${base}/continue-without`,
      summary: 'Pay on without the payments that the chain shows and the records lack',
      body: continueWithoutBody,
      reply: continueWithoutResponse,
      errors: [
        ...own,
        ...CLUSTER_ERRORS,
        'records_not_behind',
        'payments_out_of_sight',
        'continue_unconfirmed',
        'run_in_progress',
        ...MONEY_ERRORS,
      ],
    }),
  }
}
