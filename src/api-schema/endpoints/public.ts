import { claimRoutes } from '#api-schema/claim-routes.ts'
import {
  accountResponse,
  allocationProofParams,
  allocationProofResponse,
  allocationQuery,
  allocationResponse,
  claimParams,
  claimResponse,
  destinationParams,
  destinationResponse,
  submitClaimBody,
  submitClaimResponse,
} from '#api-schema/claims.ts'
import { endpoint } from '#api-schema/endpoint.ts'
import {
  healthResponse,
  openApiDocument,
  portalResponse,
  progressResponse,
  readyQuery,
  readyResponse,
} from '#api-schema/portal.ts'
import { DESTINATION_PROBLEMS } from '#domain/destination-report.ts'

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
    params: allocationProofParams,
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
