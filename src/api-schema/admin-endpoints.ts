import { z } from 'zod'
import {
  actionsQuery,
  actionsResponse,
  addressAnalysisResponse,
  claimsOverTimeResponse,
  claimsQuery,
  claimsResponse,
  loginBody,
  loginResponse,
  markSentBody,
  noteBody,
  rejectBody,
  rejectClaimsBody,
  rejectClaimsResponse,
  reloadResponse,
  resetClaimsResponse,
  sessionParams,
  sessionsResponse,
  statsResponse,
  undoRejectBody,
  uploadResponse,
} from './admin.ts'
import { adminClaimDetail, claimIdParams } from './claims.ts'
import { adminEndpoint, endpoint } from './endpoint.ts'
import { listAsked, PUBLISHING_ERRORS, publishQuery } from './lists.ts'
import { bannerBody, claimControlsResponse, claimWindowBody, pauseBody } from './portal.ts'
import { portalEvents, portalStateResponse } from './portal-state.ts'
import { okResponse } from './primitives.ts'
import { MONEY_ERRORS, secondSecretEndpoints } from './second-secret.ts'

/** The operator's session, and the view of claims and allocations. */
export const adminEndpoints = {
  ...secondSecretEndpoints,

  login: endpoint({
    method: 'POST',
    path: '/api/admin/login',
    summary: 'Sign in with the admin password',
    description: 'After repeated wrong passwords 429, with the seconds to wait in Retry-After.',
    body: loginBody,
    reply: loginResponse,
    errors: ['invalid_password', 'too_many_logins', 'sign_in_busy'],
  }),

  logout: adminEndpoint({
    method: 'POST',
    path: '/api/admin/logout',
    summary: 'Revoke the token',
    reply: okResponse,
    errors: [],
  }),

  logoutEverywhere: adminEndpoint({
    method: 'POST',
    path: '/api/admin/logout-everywhere',
    summary: 'Revoke the tokens of all sessions',
    reply: okResponse,
    errors: [],
  }),

  sessions: adminEndpoint({
    method: 'GET',
    path: '/api/admin/sessions',
    summary: 'The sessions that are open',
    reply: sessionsResponse,
    errors: [],
  }),

  endSession: adminEndpoint({
    method: 'DELETE',
    path: '/api/admin/sessions/:id',
    summary: 'End one session',
    params: sessionParams,
    reply: okResponse,
    errors: ['no_session'],
  }),

  actions: adminEndpoint({
    method: 'GET',
    path: '/api/admin/actions',
    summary: 'A page of what operators did',
    query: actionsQuery,
    reply: actionsResponse,
    errors: [],
  }),

  exportActions: adminEndpoint({
    method: 'GET',
    path: '/api/admin/actions.jsonl',
    summary:
      'All that operators did, oldest first, one JSON object a line: `npm run verify -- --actions` checks it',
    reply: { fileName: 'actions.jsonl' },
    errors: [],
  }),

  stats: adminEndpoint({
    method: 'GET',
    path: '/api/admin/stats',
    summary: 'Claims counted and summed',
    reply: statsResponse,
    errors: [],
  }),

  claims: adminEndpoint({
    method: 'GET',
    path: '/api/admin/claims',
    summary: 'A page of the claims',
    query: claimsQuery,
    reply: claimsResponse,
    errors: [],
  }),

  claim: adminEndpoint({
    method: 'GET',
    path: '/api/admin/claims/:id',
    summary: 'One claim, with its history and its transactions',
    params: claimIdParams,
    reply: adminClaimDetail,
    errors: ['unknown_claim'],
  }),

  claimsOverTime: adminEndpoint({
    method: 'GET',
    path: '/api/admin/claims-over-time',
    summary: 'How many claims came and were sent, over time',
    reply: claimsOverTimeResponse,
    errors: [],
  }),

  markSent: adminEndpoint({
    method: 'POST',
    path: '/api/admin/mark-sent',
    summary: 'Mark a queued claim as sent by a transaction',
    body: markSentBody,
    reply: okResponse,
    errors: [
      'evm_transaction_hash',
      'invalid_transaction',
      'unknown_claim',
      'claim_not_queued',
      'payment_under_way',
      'claim_corrected',
      'transaction_unproved',
      'sender_unreadable',
      ...MONEY_ERRORS,
    ],
  }),

  reject: adminEndpoint({
    method: 'POST',
    path: '/api/admin/reject',
    summary: 'Reject a queued claim',
    body: rejectBody,
    reply: okResponse,
    errors: ['unknown_claim', 'claim_not_queued', 'payment_under_way'],
  }),

  rejectClaims: adminEndpoint({
    method: 'POST',
    path: '/api/admin/reject-claims',
    summary: 'Reject several queued claims for one reason, each by itself',
    body: rejectClaimsBody,
    reply: rejectClaimsResponse,
    errors: [],
  }),

  undoReject: adminEndpoint({
    method: 'POST',
    path: '/api/admin/undo-reject',
    summary: 'Queue a rejected claim again as it was',
    body: undoRejectBody,
    reply: okResponse,
    errors: ['unknown_claim', 'claim_not_rejected', 'payment_under_way', 'already_paid'],
  }),

  noteClaim: adminEndpoint({
    method: 'POST',
    path: '/api/admin/claims/:id/notes',
    summary: 'Keep a note on a claim',
    params: claimIdParams,
    body: noteBody,
    reply: okResponse,
    errors: ['unknown_claim'],
  }),

  claimControls: adminEndpoint({
    method: 'GET',
    path: '/api/admin/claim-controls',
    summary: 'The claim window, the pause and the banner',
    reply: claimControlsResponse,
    errors: [],
  }),

  pause: adminEndpoint({
    method: 'POST',
    path: '/api/admin/pause',
    summary: 'Pause claims, or accept them again: at once, on all servers',
    body: pauseBody,
    reply: claimControlsResponse,
    errors: [],
  }),

  changeClaimWindow: adminEndpoint({
    method: 'PUT',
    path: '/api/admin/claim-window',
    summary: 'Change when claims open and close',
    body: claimWindowBody,
    reply: claimControlsResponse,
    errors: [],
  }),

  changeBanner: adminEndpoint({
    method: 'PUT',
    path: '/api/admin/banner',
    summary: 'Change the announcement above the claim page',
    body: bannerBody,
    reply: claimControlsResponse,
    errors: [],
  }),

  state: adminEndpoint({
    method: 'GET',
    path: '/api/admin/state',
    summary: 'The state of the whole, for who can not follow the events',
    reply: portalStateResponse,
    errors: [],
    isPolled: true,
  }),

  events: adminEndpoint({
    method: 'GET',
    path: '/api/admin/events',
    summary: 'The state of the whole, as server-sent events: at once, and whenever it has changed',
    description:
      'The connection stays until an `end`: the session has ended, or the server is being stopped.',
    reply: { events: portalEvents },
    errors: ['too_many_streams'],
    isPolled: true,
  }),

  resetClaims: adminEndpoint({
    method: 'POST',
    path: '/api/admin/reset-claims',
    summary: 'Delete every claim; the record of payments stays',
    reply: resetClaimsResponse,
    errors: ['run_in_progress', 'attempts_unresolved', ...MONEY_ERRORS],
  }),

  upload: adminEndpoint({
    method: 'POST',
    path: '/api/admin/upload',
    summary: 'Read a holder list, and show what it is and what it changes',
    description:
      'In force once published by listsPublishUpload; listsDiscardUpload drops it. With `publish=if-certain` it may be at once; else 409 needs_confirmation with the same preview.',
    query: publishQuery,
    body: { fileField: 'allocation_file' },
    reply: z.union([listAsked, uploadResponse]),
    errors: PUBLISHING_ERRORS,
  }),

  reloadAllocations: adminEndpoint({
    method: 'POST',
    path: '/api/admin/reload-allocations',
    summary: 'Read ALLOCATIONS_FILE again, and show what it is and what it changes',
    query: publishQuery,
    reply: z.union([listAsked, reloadResponse]),
    errors: ['allocations_file_unset', 'allocations_file_unreadable', ...PUBLISHING_ERRORS],
  }),

  addressAnalysis: adminEndpoint({
    method: 'GET',
    path: '/api/admin/address-analysis',
    summary: 'How many addresses were allocated something, claimed, and did not',
    reply: addressAnalysisResponse,
    errors: [],
  }),

  exportQueued: adminEndpoint({
    method: 'GET',
    path: '/api/admin/export.csv',
    summary: 'The queued claims',
    reply: { fileName: 'queued_claims.csv' },
    errors: [],
  }),

  exportSubmitted: adminEndpoint({
    method: 'GET',
    path: '/api/admin/export-submitted.xlsx',
    summary: 'Every claim',
    reply: { fileName: 'submitted_addresses.xlsx' },
    errors: ['too_many_rows'],
  }),

  exportRemaining: adminEndpoint({
    method: 'GET',
    path: '/api/admin/export-remaining.xlsx',
    summary: 'The addresses that did not claim',
    reply: { fileName: 'remaining_addresses.xlsx' },
    errors: ['too_many_rows', 'holder_list_changed'],
  }),
}
