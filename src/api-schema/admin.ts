import { z } from 'zod'
import { CLAIM_PAYMENT_FILTERS, CLAIM_SORTS, CLAIM_STATUSES, DECISION_OUTCOMES } from '#domain/claim.ts'
import { ATTEMPT_STATES, TRANSFER_STATES } from '#domain/payout-states.ts'
import { cluster, decimalString, epochSeconds, fileHash, pageFields, treeHash } from './primitives.ts'

export const loginBody = z.object({ password: z.string().min(1).max(1000) })

export const loginResponse = z.object({ token: z.string(), expiresAt: epochSeconds })

export const sessionParams = z.object({ id: z.string().max(64) })

export const sessionsResponse = z.object({
  sessions: z.array(
    z.object({
      id: z.string().describe('It opens nothing'),
      browser: z.string().nullable().describe('What it was opened with, as that said'),
      signedInAt: epochSeconds,
      lastUsedAt: epochSeconds,
      expiresAt: epochSeconds,
      isOwn: z.boolean(),
    }),
  ),
})
export type SessionBody = z.output<typeof sessionsResponse>['sessions'][number]

export const actionsQuery = z.object(pageFields(100))

export const actionsResponse = z.object({
  actions: z
    .array(
      z.object({
        at: epochSeconds,
        session: z.string().nullable().describe('As sessions lists it; null where no request asked for it'),
        action: z.string(),
        facts: z.object({
          subject: z.string(),
          detail: z.string(),
          person: z.string().nullable().describe('Whose second secret was shown'),
        }),
        previous: fileHash.describe('The hash of the entry before; zeros for the first'),
        hash: fileHash.describe(
          'SHA-256 of `[previous, at, session, action, subject, detail, person]` as JSON',
        ),
      }),
    )
    .describe('Newest first'),
  nextCursor: z.string().nullable(),
})
export type ActionBody = z.output<typeof actionsResponse>['actions'][number]
export const statsResponse = z.object({
  total: z.number().int(),
  queued: z.number().int(),
  sent: z.number().int(),
  rejected: z.number().int(),
  totalAmountSubmitted: decimalString,
  totalAmountSent: decimalString.describe(
    "Recorded payments of the sender's token that a transaction proves, of claims that were reset since too",
  ),
  totalAmountMarkedUnproved: decimalString.describe('Marked sent manually, without proof'),
})
export type StatsResponse = z.infer<typeof statsResponse>

export const claimsQuery = z.object({
  status: z.enum(CLAIM_STATUSES).optional(),
  payment: z
    .enum(CLAIM_PAYMENT_FILTERS)
    .optional()
    .describe(
      'Queued claims whose payment failed, is on hold or in flight; sent ones that were marked by hand',
    ),
  amountFrom: decimalString.max(60).optional().describe('Whole tokens; both bounds are included'),
  amountTo: decimalString.max(60).optional(),
  from: z.coerce
    .number()
    .int()
    .min(0)
    .max(1e11)
    .optional()
    .describe('Submitted then or later, epoch seconds'),
  to: z.coerce.number().int().min(0).max(1e11).optional().describe('Submitted then or earlier'),
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe(
      'An id or a transaction, or the start or the end of an address: "0xcf50", "c493", "0xcf50…c493"',
    ),
  sort: z.enum(CLAIM_SORTS).default('newest'),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(300).optional().describe('Opaque: as the page before gave it, for the same sort'),
})
export type ClaimsQuery = z.output<typeof claimsQuery>

export const adminClaim = z.object({
  id: z.string(),
  evmAddr: z.string(),
  solAddr: z.string(),
  amountUa: decimalString,
  status: z.enum(CLAIM_STATUSES),
  submittedAt: epochSeconds,
  solTx: z.string().nullable(),
  attemptState: z
    .enum(ATTEMPT_STATES)
    .nullable()
    .describe('The state of its transaction while one is under way'),
  paymentState: z.enum(TRANSFER_STATES).nullable().describe('Null before a run has listed it'),
  byHand: z.boolean().describe('An operator marked it as sent'),
  failure: z.string().nullable().describe('Why its last payment failed, in words'),
  cluster: cluster.nullable().describe('Where it is paid, once that is known'),
  reason: z.string().nullable().describe('Why it was rejected'),
})
export type AdminClaim = z.infer<typeof adminClaim>

export const claimsResponse = z.object({ claims: z.array(adminClaim), nextCursor: z.string().nullable() })
export const uploadResponse = z.object({
  count: z.number().int(),
  fileHash,
  root: treeHash,
  totalAmountUA: decimalString,
  notChecked: z.string().optional().describe('What could not be checked about it'),
})
export const reloadResponse = uploadResponse.omit({ totalAmountUA: true })

export const markSentBody = z.object({
  id: z.string().max(40),
  tx: z.string().trim().max(200).describe("The transaction's signature"),
  force: z.boolean().optional().describe('Although the transaction does not fit; recorded'),
})
export type MarkSentBody = z.infer<typeof markSentBody>

export const rejectBody = z.object({
  id: z.string().max(40),
  reason: z.string().trim().min(1).max(500).describe('Shown to the claimant'),
})
export type RejectBody = z.infer<typeof rejectBody>

/** As many as one request decides. */
export const MAX_REJECTED_AT_ONCE = 200

export const rejectClaimsBody = z.object({
  ids: z.array(z.string().max(40)).min(1).max(MAX_REJECTED_AT_ONCE),
  reason: rejectBody.shape.reason,
})

export const rejectClaimsResponse = z.object({
  rejected: z.number().int(),
  results: z.array(
    z.object({
      id: z.string(),
      outcome: z
        .enum(DECISION_OUTCOMES)
        .describe('`done`, or why not: the codes that rejecting one claim is refused with'),
    }),
  ),
})
export type RejectClaimsResponse = z.infer<typeof rejectClaimsResponse>

export const undoRejectBody = z.object({ id: z.string().max(40) })

export const noteBody = z.object({ text: z.string().trim().min(1).max(1000) })

export const resetClaimsResponse = z.object({ message: z.string(), deleted: z.number().int() })
const addressCount = z.object({ addresses: z.number().int() })

export const addressAnalysisResponse = z.object({
  total: addressCount,
  submitted: addressCount,
  remaining: addressCount,
})

/** From the first claim on, without gaps; at most 60 points. */
export const claimsOverTimeResponse = z.object({
  bucketSeconds: z.number().int().describe('An hour, 6 hours, a day, a week, or whole weeks'),
  points: z.array(
    z.object({
      at: epochSeconds.describe('When the bucket begins'),
      submitted: z.number().int(),
      sent: z.number().int().describe('By when they were settled'),
    }),
  ),
})
