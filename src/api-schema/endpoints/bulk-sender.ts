import {
  bulkSenderConfigBody,
  bulkSenderConfigResponse,
  bulkSenderEstimateResponse,
  bulkSenderStatusResponse,
} from '#api-schema/bulk-sender.ts'
import { adminEndpoint } from '#api-schema/endpoint.ts'
import { messageResponse, okResponse } from '#api-schema/primitives.ts'
import { holdsQuery, holdsResponse, settleHoldBody } from '#api-schema/run-payments.ts'
import { runsQuery, runsResponse } from '#api-schema/runs.ts'
import { MONEY_ERRORS } from '#api-schema/second-secret.ts'
import { estimateQuery, startBody, startHeaders } from '#api-schema/start-payout.ts'
import { recordsEndpoints } from './records.ts'
import { CLUSTER_ERRORS, CONFIG_ERRORS, START_ERRORS } from './sender-errors.ts'

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
      'Answers once the run has begun; bulkSenderStatus says how far it is. Give an idempotency-key: without one, a request that is repeated after a lost answer starts another run over what is then queued. Give `expect` as the estimate showed it: what changed meanwhile is 409 changed_meanwhile.',
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
