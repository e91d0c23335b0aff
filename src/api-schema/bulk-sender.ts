import { z } from 'zod'
import { DEFAULT_PRIORITY_FEE_CAP } from '#domain/amounts.ts'
import { LEFT_OUT_REASONS } from '#domain/payment.ts'
import { PROGRESS_STATUSES } from '#domain/payout-states.ts'
import { loginBody } from './admin.ts'
import { adminEndpoint } from './endpoint.ts'
import { cluster, decimalString, leftOut, messageResponse, okResponse } from './primitives.ts'
import {
  estimateQuery,
  holdsQuery,
  holdsResponse,
  runCost,
  runsQuery,
  runsResponse,
  selectionBody,
  settleHoldBody,
  startBody,
  startHeaders,
} from './runs.ts'
import { MONEY_ERRORS } from './second-secret.ts'
import {
  CLUSTER_ERRORS,
  CONFIG_ERRORS,
  recordsEndpoints,
  START_ERRORS,
  senderStateFields,
} from './sender-records.ts'

export const BULK_SENDER_LIMITS = {
  batchSize: { min: 1, max: 50, default: 10 },
  delayMs: { min: 1000, max: 600_000, step: 500, default: 2000 },
  /** Micro-lamports for each compute unit. The highest comes to about 0.03 SOL for a transaction to nine new accounts. */
  priorityFeeCap: { min: 0, max: 100_000_000, default: DEFAULT_PRIORITY_FEE_CAP },
} as const

/** The most RPC nodes that a sender may have. */
export const MAX_NODES = 5

const rpcUrl = z.string().trim().max(2000)

/** The key is sealed at once and never leaves the server again. */
export const bulkSenderConfigBody = z.object({
  rpcUrl: rpcUrl.optional().describe('The first node; it may be left out where `rpcUrls` is given'),
  rpcUrls: z
    .array(rpcUrl)
    .min(1)
    .max(MAX_NODES)
    .optional()
    .describe('All nodes, the first first. All have to show the same cluster and token'),
  privateKey: z
    .string()
    .max(1000)
    .optional()
    .describe('Base58, or a JSON array of 64 numbers; left out where wallet, token and cluster stay'),
  password: loginBody.shape.password
    .optional()
    .describe(
      "The administrator's, in place of `privateKey`. A node given by its origin alone is then the one that is saved with it",
    ),
  tokenMintAddress: z.string().trim().max(100),
  paidFrom: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('The owner or the token account that is paid from, as its delegate; empty for its own'),
  batchSize: z.number().int().min(BULK_SENDER_LIMITS.batchSize.min).max(BULK_SENDER_LIMITS.batchSize.max),
  delayBetweenBatches: z
    .number()
    .int()
    .min(BULK_SENDER_LIMITS.delayMs.min)
    .max(BULK_SENDER_LIMITS.delayMs.max)
    .describe('Milliseconds'),
  testKey: z.boolean().optional().describe('The key is a throwaway made by the form; refused on mainnet'),
  priorityFeeCap: z
    .number()
    .int()
    .min(BULK_SENDER_LIMITS.priorityFeeCap.min)
    .max(BULK_SENDER_LIMITS.priorityFeeCap.max)
    .optional()
    .describe(
      `The most to offer for a compute unit, in micro-lamports; ${BULK_SENDER_LIMITS.priorityFeeCap.default} unless told`,
    ),
  confirmMainnet: z
    .boolean()
    .optional()
    .describe('The operator knows that the cluster is mainnet; without it a 409 confirm_mainnet asks'),
})
export type BulkSenderConfigBody = z.infer<typeof bulkSenderConfigBody>

export const bulkSenderConfigResponse = z.object({
  walletAddress: z.string(),
  cluster: cluster.describe('Told by genesis hash, never by the URL'),
  tokenDecimals: z.number().int(),
  warnings: z.array(z.string()).describe('Its avoidable risks, in words'),
})

export const bulkSenderProgress = z.object({
  status: z.enum(PROGRESS_STATUSES),
  processed: z.number().int(),
  totalClaims: z.number().int(),
  successful: z.number().int(),
  failed: z.number().int(),
  rejected: z.number().int().describe('Of claims that an operator rejected before they were sent'),
  held: z.number().int().describe('Payments that can not be decided yet'),
  currentBatch: z.number().int(),
  estimatedTimeRemaining: z.number().int().describe('Seconds, by the time spent paying; 0 while it waits'),
  message: z.string().nullable().describe('Why a run ended early, or what it waits for'),
  cost: runCost,
})
export type BulkSenderProgress = z.infer<typeof bulkSenderProgress>

export const bulkSenderStatusResponse = z.object({
  configured: z.boolean(),
  running: z.boolean(),
  walletAddress: z.string().nullable(),
  tokenMintAddress: z.string().nullable(),
  rpcUrl: z
    .string()
    .nullable()
    .describe(
      'The origin alone: providers put keys into the rest. What the form starts with, until configured',
    ),
  cluster: cluster.nullable(),
  batchSize: z.number().int().nullable(),
  delayBetweenBatches: z.number().int().nullable(),
  priorityFeeCap: z.number().int().nullable().describe('Micro-lamports for each compute unit'),
  queuedClaimsCount: z.number().int(),
  unpayableClaimsCount: z
    .number()
    .int()
    .describe('Those whose last payment failed, or is on hold: they wait for a decision'),
  progress: bulkSenderProgress.nullable(),
  ...senderStateFields,
})
export type BulkSenderStatusResponse = z.infer<typeof bulkSenderStatusResponse>

/** The sending wallet's balances, beside what the run will need. */
const payoutBalances = z.object({
  sol: decimalString,
  neededSOL: decimalString.describe('Fees, rent, and what the wallet itself keeps'),
  keptSOL: decimalString.describe('The least that an account holds: the wallet can not spend it'),
  missingSOL: decimalString.describe('"0" when there is enough'),
  token: decimalString.describe('What it can pay'),
  heldUA: decimalString.describe('In the account that is paid from'),
  allowanceUA: decimalString.nullable().describe("What its owner allows; null for the wallet's own"),
  neededUA: decimalString,
  missingUA: decimalString.describe('"0" when there is enough'),
})

const trancheFields = {
  claimCount: z.number().int(),
  amountUA: decimalString,
  feeSOL: decimalString.describe('Estimated fees and rent'),
}

/** ApproveChecked of the token program. It sets the allowance, and replaces the one before. */
export const approval = z.object({
  tokenProgram: z.string(),
  mint: z.string(),
  tokenAccount: z.string(),
  owner: z.string(),
  delegate: z.string(),
  amountUA: decimalString,
  baseUnits: z.string(),
  decimals: z.number().int(),
  transaction: z
    .string()
    .describe('It alone, unsigned, paid by the owner, in base58: for a multisig to import'),
})

export const bulkSenderEstimateResponse = z.object({
  claimCount: z.number().int().describe('Payments that will be made: all that is owed but what is left out'),
  totalFeeSOL: decimalString.describe('Transaction fees and rent of the token accounts to be created'),
  transactionFeeSOL: decimalString,
  rentSOL: decimalString,
  newTokenAccounts: z.number().int(),
  transactions: z.number().int(),
  totalAmountUA: decimalString.describe('Of the payments that will be made'),
  dustUA: decimalString.describe("What the token's decimals can not hold, summed over all claims"),
  estimatedDuration: z.number().int().describe('Seconds'),
  balances: payoutBalances,
  sufficient: z.boolean().describe('The balances cover the run'),
  refusal: z.string().nullable().describe('Why nothing can be paid out from this wallet just now, in words'),
  approval: approval.nullable().describe('What the owner has to approve; null where nothing is missing'),
  recipientsChecked: z
    .number()
    .int()
    .describe(
      'Payments whose recipient was looked up: up to 20,000 of those that nothing else objects to. Beyond, the fees are scaled',
    ),
  notLookedUp: z
    .number()
    .int()
    .describe('Payments that count as payable though their recipient was not looked up'),
  leftOut: leftOut.describe('Owed payments that will not be made as things stand, by reason'),
  unpayableCount: z.number().int().describe('Those left out, without those under way or on hold'),
  unpayable: z
    .array(
      z.object({
        recipient: z.string(),
        claimId: z.string().nullable(),
        rowNumber: z.number().int().nullable().describe("The row of the distribution's file"),
        reason: z.string(),
        cause: z.enum(LEFT_OUT_REASONS),
      }),
    )
    .describe('The first 100 of them'),
  covers: z
    .object({
      ...trancheFields,
      rest: z.object(trancheFields).describe('The claims after them'),
    })
    .nullable()
    .describe(
      'The first claims that a limited run can pay from the balances; null where these suffice, or for a distribution',
    ),
})
export type BulkSenderEstimateResponse = z.infer<typeof bulkSenderEstimateResponse>

const BASE = '/api/bulk-sender'

/** The sending wallet and its runs over the queued claims; runs and holds are those of both senders. */
export const bulkSenderEndpoints = {
  ...recordsEndpoints(BASE, ['sender_not_configured']),

  status: adminEndpoint({
    method: 'GET',
    path: `${BASE}/status`,
    summary: 'The sender, and how far its newest run has come',
    reply: bulkSenderStatusResponse,
    errors: [],
    isPolled: true,
  }),

  estimate: adminEndpoint({
    method: 'GET',
    path: `${BASE}/estimate`,
    summary: 'What paying the queued claims will cost, or those that a limit takes',
    query: estimateQuery,
    reply: bulkSenderEstimateResponse,
    errors: ['sender_not_configured', ...CLUSTER_ERRORS],
  }),

  estimateSelected: adminEndpoint({
    method: 'POST',
    path: `${BASE}/estimate`,
    summary: 'What paying selected claims will cost',
    body: selectionBody,
    reply: bulkSenderEstimateResponse,
    errors: ['sender_not_configured', 'unknown_claim', ...CLUSTER_ERRORS],
  }),

  config: adminEndpoint({
    method: 'POST',
    path: `${BASE}/config`,
    summary: 'Set the sending wallet',
    description:
      'Where wallet, token and cluster stay, `password` replaces `privateKey`: so nodes can be exchanged while a run goes on.',
    body: bulkSenderConfigBody,
    reply: bulkSenderConfigResponse,
    errors: CONFIG_ERRORS,
  }),

  start: adminEndpoint({
    method: 'POST',
    path: `${BASE}/start`,
    summary: 'Pay the queued claims: all, or some',
    description:
      'Answers once the run has begun; bulkSenderStatus says how far it is. Give an idempotency-key: without one, a request that is repeated after a lost answer starts another run over what is then queued.',
    body: startBody,
    headers: startHeaders,
    reply: messageResponse,
    errors: [
      'sender_not_configured',
      'no_queued_claims',
      'claims_cooling_off',
      'unknown_claim',
      'selection_settled',
      'limit_takes_nothing',
      ...START_ERRORS,
    ],
  }),

  stop: adminEndpoint({
    method: 'POST',
    path: `${BASE}/stop`,
    summary: 'Stop the run',
    description: 'Nothing more is signed; what was signed is settled first.',
    reply: messageResponse,
    errors: ['no_run_in_progress'],
  }),

  runs: adminEndpoint({
    method: 'GET',
    path: `${BASE}/runs`,
    summary: 'The runs of both senders, newest first',
    query: runsQuery,
    reply: runsResponse,
    errors: [],
    isPolled: true,
  }),

  holds: adminEndpoint({
    method: 'GET',
    path: `${BASE}/holds`,
    summary: 'Transactions of either sender that can not be decided',
    query: holdsQuery,
    reply: holdsResponse,
    errors: [],
    isPolled: true,
  }),

  settleHold: adminEndpoint({
    method: 'POST',
    path: `${BASE}/settle-hold`,
    summary: 'Settle a transaction on hold as paid or as expired',
    body: settleHoldBody,
    reply: okResponse,
    errors: [
      'not_on_hold',
      'evm_transaction_hash',
      'invalid_transaction',
      'hold_unconfirmed',
      'transaction_unproved',
      'transaction_landed',
      'hold_may_have_paid',
      ...CLUSTER_ERRORS,
      ...MONEY_ERRORS,
    ],
  }),
}
