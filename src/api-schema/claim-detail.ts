import { z } from 'zod'
import { CLAIM_EVENTS } from '#domain/claim-event.ts'
import { CLUSTER_NAMES } from '#domain/cluster-name.ts'
import { ATTEMPT_STATES } from '#domain/payout-states.ts'
import { adminClaim } from './admin.ts'
import { decimalString, epochSeconds, fileHash } from './primitives.ts'

export const claimIdParams = z.object({ id: z.string().max(40) })

const claimAttempt = z.object({
  id: z.string(),
  signature: z.string(),
  state: z.enum(ATTEMPT_STATES),
  journaledAt: epochSeconds,
  resolvedAt: epochSeconds.nullable(),
  slot: z.number().int().nullable().describe('Where it landed'),
  error: z.string().nullable().describe('In words: why it failed, was given up, or is on hold'),
  cluster: z.enum(CLUSTER_NAMES),
  feeSOL: decimalString.describe('What it costs if it lands'),
  transfers: z.number().int().describe('Payments that it carries, this one among them'),
})
export type ClaimAttempt = z.infer<typeof claimAttempt>

const claimCorrection = z.object({
  at: epochSeconds.describe('When it was replaced'),
  solAddr: z.string(),
  signature: z.string(),
  message: z.string().describe('The five lines that were signed'),
})

const claimHistoryEntry = z.object({
  at: epochSeconds,
  what: z.enum(CLAIM_EVENTS),
  detail: z.string().nullable(),
})
export type ClaimHistoryEntry = z.infer<typeof claimHistoryEntry>

export const adminClaimDetail = adminClaim.extend({
  chainId: z.number().int(),
  nonce: z.string(),
  signature: z.string(),
  message: z.string().describe('The text that was signed'),
  snapshotFileHash: fileHash.nullable(),
  corrections: z.array(claimCorrection).describe('What it said before each correction, oldest first'),
  history: z.array(claimHistoryEntry).describe('Oldest first'),
  attempts: z.array(claimAttempt).describe('Oldest first'),
})
export type AdminClaimDetail = z.infer<typeof adminClaimDetail>
