import { z } from 'zod'
import { ACCOUNT_KINDS } from '#domain/account-report.ts'
import { CLAIM_ATTENTIONS, CLAIM_EVENTS, CLAIM_STATUSES } from '#domain/claim.ts'
import { DESTINATION_PROBLEMS, REPORTED_KINDS } from '#domain/destination-report.ts'
import { ATTEMPT_STATES } from '#domain/payout-states.ts'
import { adminClaim } from './admin.ts'
import { claimRoutes } from './claim-routes.ts'
import { endpoint } from './endpoint.ts'
import {
  healthResponse,
  openApiDocument,
  portalResponse,
  progressResponse,
  readyQuery,
  readyResponse,
} from './portal.ts'
import { cluster, decimalString, epochSeconds, fileHash, treeHash } from './primitives.ts'

/** `t` only defeats caches. The use case validates the address, so that its error has its own code. */
const allocationQuery = z.object({ eth: z.string().max(100), t: z.string().max(40).optional() })

export const allocationResponse = z.object({
  eth: z.string(),
  amountUA: decimalString.describe('Whole tokens, exact; "0" when the address is not in the snapshot'),
  amountWei: decimalString,
  fileHash: fileHash.nullable(),
  updatedAt: epochSeconds.nullable(),
})
export type AllocationResponse = z.infer<typeof allocationResponse>

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

const submitClaimResponse = z.object({ ok: z.literal(true), id: z.string(), receipt: signedReceipt })
export type SubmitClaimResponse = z.infer<typeof submitClaimResponse>
const claimParams = z.object({ eth: z.string().max(100) })

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
      'No payout has taken it: while claims are open, its address can be changed, or a rejected one claimed again',
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
const destinationParams = z.object({ sol: z.string().max(100) })

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
  corrections: z
    .array(
      z.object({
        at: epochSeconds.describe('When it was replaced'),
        solAddr: z.string(),
        signature: z.string(),
        message: z.string().describe('The five lines that were signed'),
      }),
    )
    .describe('What it said before each correction, oldest first'),
  history: z.array(claimHistoryEntry).describe('Oldest first'),
  attempts: z.array(claimAttempt).describe('Oldest first'),
})
export type AdminClaimDetail = z.infer<typeof adminClaimDetail>

/** The errors of a signed claim, whether it is the first one of its address or corrects that. */
const SIGNED_CLAIM_ERRORS = [
  'invalid_eth_address',
  'unsupported_chain',
  'stale_nonce',
  'claims_not_open',
  'claims_closed',
  'claims_paused',
  ...DESTINATION_PROBLEMS,
  'wallet_denied',
  'destination_denied',
  'no_allocation',
  'amount_exceeds_u64',
  'holder_list_changed',
  'already_paid',
  'nonce_not_newer',
  'bad_signature',
  'wrong_message',
  'list_replaced',
  'high_s_signature',
  'contract_wallet',
  'no_contract_on_chain',
  'contract_on_other_chain',
  'contract_checked_elsewhere',
  'evm_rpc_unreachable',
  'evm_rpc_wrong_chain',
  'wallet_checks_busy',
] as const

/** The endpoints without a session: those of claimants, and those of health checks. */
export const publicEndpoints = {
  portal: endpoint({
    ...claimRoutes.portal,
    summary: 'What the portal is about',
    reply: portalResponse,
    errors: [],
    rateLimit: 'reads',
  }),

  progress: endpoint({
    method: 'GET',
    path: '/api/progress',
    summary:
      'How many have claimed and were paid, where the settings publish it. May be kept for some seconds',
    reply: progressResponse,
    errors: ['progress_not_published'],
    rateLimit: 'reads',
  }),

  allocation: endpoint({
    ...claimRoutes.allocation,
    summary: 'What an EVM address was allocated',
    query: allocationQuery,
    reply: allocationResponse,
    errors: ['invalid_eth_address', 'holder_list_changed'],
    rateLimit: 'reads',
  }),

  allocationProof: endpoint({
    ...claimRoutes.allocationProof,
    summary: "The proof that an EVM address's row is in the holder list",
    params: z.object({ eth: z.string().max(100) }),
    reply: allocationProofResponse,
    errors: ['invalid_eth_address', 'not_in_list', 'holder_list_changed'],
    rateLimit: 'reads',
  }),

  listBundle: endpoint({
    method: 'GET',
    path: '/api/lists/current/bundle',
    summary: 'The whole holder list, for anybody to check, where the operator publishes it',
    reply: { fileName: 'holder_list.zip' },
    errors: ['bundle_not_published', 'holder_list_changed'],
    rateLimit: 'bundles',
  }),

  submitClaim: endpoint({
    ...claimRoutes.submitClaim,
    summary: 'Submit the one claim of an EVM address',
    description:
      'Signed by personal_sign over five lines, joined by a line feed: "Claim SPL tokens", "eth: …", "sol: …", "amount: …" (amountUA), "nonce: …"; or, where `claimMessage` of the portal is `siwe`, over its EIP-4361 message.',
    body: submitClaimBody,
    reply: submitClaimResponse,
    errors: [...SIGNED_CLAIM_ERRORS, 'already_claimed'],
    rateLimit: 'claims',
  }),

  correctClaim: endpoint({
    ...claimRoutes.correctClaim,
    summary: 'Replace the Solana address of a claim that no payout has taken, and queue a rejected one again',
    params: claimParams,
    body: submitClaimBody,
    reply: submitClaimResponse,
    errors: [...SIGNED_CLAIM_ERRORS, 'claim_of_other_address', 'no_claim', 'claim_under_way', 'key_required'],
    rateLimit: 'claims',
  }),

  claim: endpoint({
    ...claimRoutes.claim,
    summary: 'The status of the claim of an EVM address',
    params: claimParams,
    reply: claimResponse,
    errors: ['invalid_eth_address', 'no_claim'],
    rateLimit: 'reads',
  }),

  destination: endpoint({
    ...claimRoutes.destination,
    summary: 'The kind of a Solana address, and why a claim for it would be refused',
    params: destinationParams,
    reply: destinationResponse,
    errors: [],
    rateLimit: 'reads',
  }),

  account: endpoint({
    ...claimRoutes.account,
    summary: 'Whether an EVM address is a contract, on which chains, and the owners of a Safe',
    params: claimParams,
    reply: accountResponse,
    errors: ['invalid_eth_address'],
    rateLimit: 'reads',
  }),

  health: endpoint({
    method: 'GET',
    path: '/api/health',
    summary: 'That the process serves',
    reply: healthResponse,
    errors: [],
  }),

  ready: endpoint({
    method: 'GET',
    path: '/api/ready',
    summary:
      'That the server takes requests, and, unless asked for traffic alone, that nothing waits for the operator',
    query: readyQuery,
    reply: readyResponse,
    errors: [],
    rateLimit: 'reads',
  }),

  openApi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document',
    reply: { prepared: openApiDocument },
    errors: [],
    rateLimit: 'reads',
  }),
}
