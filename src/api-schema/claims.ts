import { z } from 'zod'
import { ACCOUNT_KINDS } from '#domain/account-report.ts'
import { CLAIM_STATUSES } from '#domain/claim.ts'
import { CLAIM_EVENTS } from '#domain/claim-event.ts'
import { CLAIM_ATTENTIONS } from '#domain/claim-filter.ts'
import { DESTINATION_PROBLEMS, REPORTED_KINDS } from '#domain/destination-report.ts'
import { ATTEMPT_STATES } from '#domain/payout-states.ts'
import { adminClaim } from './admin.ts'
import { cluster, decimalString, epochSeconds, fileHash, treeHash } from './primitives.ts'

/** `t` only defeats caches. The use case validates the address, so that its error has its own code. */
export const allocationQuery = z.object({ eth: z.string().max(100), t: z.string().max(40).optional() })

export const allocationResponse = z.object({
  eth: z.string(),
  amountUA: decimalString.describe('Whole tokens, exact; "0" when the address is not in the snapshot'),
  amountWei: decimalString,
  fileHash: fileHash.nullable(),
  updatedAt: epochSeconds.nullable(),
})
export type AllocationResponse = z.infer<typeof allocationResponse>

export const allocationProofParams = z.object({ eth: z.string().max(100) })

/**
 * A row of the holder list in force, and the siblings on the way from its leaf, keccak(keccak(abi.encode(index, address, amountWei))),
 * up to the root.
 */
export const allocationProofResponse = z.object({
  index: z.number().int().nonnegative().describe('Its place among the addresses in ascending order'),
  address: z.string(),
  amountWei: decimalString,
  root: treeHash,
  fileHash,
  proof: z.array(treeHash),
})
export type AllocationProofResponse = z.infer<typeof allocationProofResponse>

/** `eth`, `sol` and `nonce` are what was signed, verbatim. */
export const submitClaimBody = z.object({
  eth: z.string().max(100),
  sol: z.string().max(100),
  nonce: z
    .union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,15}$/)])
    .describe('Milliseconds since the epoch'),
  signature: z
    .string()
    .regex(/^0x[0-9a-fA-F]*$/)
    .max(20_000),
  chainId: z.union([z.number().int().positive(), z.string().max(20)]),
  confirmProgramOwned: z
    .boolean()
    .optional()
    .describe('The claimant confirmed that the address is a vault controlled by a program'),
})
export type SubmitClaimBody = z.infer<typeof submitClaimBody>

/** What the portal has received, signed by it: Ed25519 over the text in UTF-8. */
export const signedReceipt = z.object({
  text: z.string(),
  publicKey: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
})

export const submitClaimResponse = z.object({ ok: z.literal(true), id: z.string(), receipt: signedReceipt })
export type SubmitClaimResponse = z.infer<typeof submitClaimResponse>
export const claimParams = z.object({ eth: z.string().max(100) })

/** A returning claimant's view of the claim. */
export const claimResponse = z.object({
  id: z.string(),
  status: z.enum(CLAIM_STATUSES),
  amountUA: decimalString,
  solAddr: z.string().describe('First six and last four characters'),
  submittedAt: epochSeconds,
  correctedAt: epochSeconds.nullable().describe('When its Solana address was last corrected'),
  inRunAt: epochSeconds.nullable().describe('The start of the run that pays it'),
  onChainAt: epochSeconds.nullable().describe('When the transaction that carries it was signed'),
  settledAt: epochSeconds.nullable().describe('When it was seen final, marked sent, or rejected'),
  sending: z.boolean().describe('A transaction that carries it is under way'),
  solTx: z.string().nullable(),
  cluster: cluster.nullable().describe('Where it is paid, once that is known'),
  reason: z.string().nullable(),
  attention: z
    .enum(CLAIM_ATTENTIONS)
    .nullable()
    .describe('Why its payment does not go on by itself, while the claim is queued'),
  correctable: z
    .boolean()
    .describe(
      'Its Solana address can still be changed, or the rejected claim be made again: no payout has taken it',
    ),
})
export type ClaimResponse = z.infer<typeof claimResponse>

export const accountResponse = z.object({
  kind: z
    .enum(ACCOUNT_KINDS)
    .describe('`key`: no contract on any configured chain. `unknown`: not every node says'),
  contracts: z.array(
    z.object({
      chainId: z.string().describe('0x hex'),
      safe: z
        .object({ threshold: z.number().int(), owners: z.array(z.string()) })
        .nullable()
        .describe('Its owners where it is a Safe of version 1.3.0 or later'),
    }),
  ),
})
export type AccountResponse = z.infer<typeof accountResponse>

/** Any text: one that is no address is answered as `invalid`. */
export const destinationParams = z.object({ sol: z.string().max(100) })

export const destinationResponse = z.object({
  kind: z
    .enum(REPORTED_KINDS)
    .describe('`unused`: no account exists there yet. `unknown`: no node says; on the curve it is accepted'),
  problem: z
    .enum(DESTINATION_PROBLEMS)
    .nullable()
    .describe(
      'The code with which a claim for it would be refused; sol_off_curve_unconfirmed asks for a confirmation',
    ),
  holdsSol: z
    .boolean()
    .nullable()
    .describe('It takes a little SOL to move tokens from it. Null where no node says'),
})
export type DestinationResponse = z.infer<typeof destinationResponse>

export const claimIdParams = z.object({ id: z.string().max(40) })

export const claimAttempt = z.object({
  id: z.string(),
  signature: z.string(),
  state: z.enum(ATTEMPT_STATES),
  journaledAt: epochSeconds,
  resolvedAt: epochSeconds.nullable(),
  slot: z.number().int().nullable().describe('Where it landed'),
  error: z.string().nullable().describe('In words: why it failed, was given up, or is on hold'),
  cluster,
  feeSOL: decimalString.describe('What it costs if it lands'),
  transfers: z.number().int().describe('Payments that it carries, this one among them'),
})
export type ClaimAttemptBody = z.infer<typeof claimAttempt>

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
