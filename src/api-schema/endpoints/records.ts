import { reconcileResponse } from '#api-schema/bulk-sender.ts'
import { adminEndpoint } from '#api-schema/endpoint.ts'
import { okResponse } from '#api-schema/primitives.ts'
import {
  acknowledgeBody,
  anchorNowBody,
  continueWithoutBody,
  continueWithoutResponse,
  takeOverResponse,
} from '#api-schema/records.ts'
import { MONEY_ERRORS } from '#api-schema/second-secret.ts'
import { tokenFactsResponse } from '#api-schema/token-facts.ts'
import { CLUSTER_ERRORS } from './sender-errors.ts'

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
