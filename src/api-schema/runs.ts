import { z } from 'zod'
import { HOLD_CONFIRMATION, RUN_PAYMENT_STATES, RUN_STATES } from '#domain/payout-states.ts'
import { cluster, decimalString, epochSeconds, pageFields } from './primitives.ts'

export const runsQuery = z.object({
  ...pageFields(20, 100),
})

/** The estimated cost of a run when it was started, beside its cost so far. */
export const runCost = z.object({
  estimatedFeeSOL: decimalString,
  estimatedRentSOL: decimalString,
  feeSOL: decimalString,
  rentSOL: decimalString,
  transactions: z.number().int().describe('Settled, failed ones too'),
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
  comparison: runComparison.nullable().describe('Null until the chain was compared with all of it'),
})
export type PayoutRun = z.infer<typeof payoutRun>

/** Of both senders, newest first. */
export const runsResponse = z.object({
  asOf: epochSeconds.describe('The moment of all counts'),
  runs: z.array(payoutRun),
  nextCursor: z.string().nullable(),
})
export type RunsResponse = z.infer<typeof runsResponse>

export const runParams = z.object({ id: z.string().max(20) })

export const runPaymentsQuery = z.object({
  state: z.enum(RUN_PAYMENT_STATES).optional(),
  ...pageFields(50),
})

export const runPayment = z.object({
  id: z.string(),
  claimId: z.string().nullable().describe('Also where the claim was reset since; null for a row'),
  isClaimReset: z.boolean(),
  evmAddr: z.string().nullable(),
  rowNumber: z.number().int().nullable().describe("The row of the distribution's file"),
  recipient: z.string(),
  amountUA: decimalString,
  baseUnits: decimalString,
  dustUA: decimalString,
  state: z.enum(RUN_PAYMENT_STATES).describe('In this run; `queued`: not sent by it'),
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

export const heldPayment = z.object({
  recipient: z.string(),
  amountUA: decimalString,
  claimId: z.string().nullable(),
  distributionId: z.string().nullable(),
  rowNumber: z.number().int().nullable(),
})

const heldPayments = { cluster, walletAddress: z.string(), transfers: z.array(heldPayment) }

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

/** The most claims of a selection: what a body may hold. */
const MAX_SELECTED_CLAIMS = 2000

/** The most characters of an Idempotency-Key. */
const MAX_KEY_LENGTH = 200

const positiveAmount = decimalString.max(60).refine((text) => /[1-9]/.test(text), 'More than zero')

/** What was shown as payable when a person pressed Start. */
export const expected = z
  .object({ count: z.number().int().min(0).max(1_000_000_000), amountUA: decimalString.max(60) })
  .describe(
    'What the estimate showed as payable: where it is not that any more, nothing starts (409 changed_meanwhile)',
  )

/** The headers of a start. */
export const startHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .min(1)
    .max(MAX_KEY_LENGTH)
    .optional()
    .describe(
      'Any text that is new for each start. Another request to this route with the same key and body is answered as the first was, and starts nothing',
    ),
})

const selectedClaims = z.array(z.string().max(40)).min(1).max(MAX_SELECTED_CLAIMS)

const MAX_CANARY = 1000

const canary = z.number().int().min(1).max(MAX_CANARY)

/** The claims that an estimate is asked about. */
export const selectionBody = z.strictObject({ claimIds: selectedClaims, canary: canary.optional() })

/** The part of what is owed that a start pays; all of it without a body. A limit that is misspelt is no limit: it is refused. */
export const startBody = z
  .strictObject({
    limit: z
      .strictObject({
        count: z
          .number()
          .int()
          .min(1)
          .max(1_000_000_000)
          .optional()
          .describe('The first so many, in order of arrival'),
        amountUA: positiveAmount
          .optional()
          .describe('In order of arrival, for as long as they come to no more than this'),
      })
      .optional()
      .describe('Claims whose last payment failed, or is on hold, are left out then'),
    claimIds: selectedClaims
      .optional()
      .describe('Only these, also where their last payment failed; those that wait no more are left out'),
    canary: canary
      .optional()
      .describe('So many payments have to be final before any other is signed; if one fails the run ends'),
    expect: expected.optional(),
  })
  .nullish()
export type StartBody = NonNullable<z.input<typeof startBody>>

/** The limits and the canary that an estimate is asked with. */
export const estimateQuery = z.object({
  count: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
  amountUA: positiveAmount.optional(),
  canary: z.coerce.number().int().min(1).max(MAX_CANARY).optional(),
})
