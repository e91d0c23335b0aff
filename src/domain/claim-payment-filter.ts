import type { ClaimStatus } from './claim-status.ts'

/** What became of a claim's payment, as the list of claims is filtered by it. `by_hand`: marked sent by an operator. */
export const CLAIM_PAYMENT_FILTERS = ['failed', 'on_hold', 'in_flight', 'by_hand'] as const
export type ClaimPaymentFilter = (typeof CLAIM_PAYMENT_FILTERS)[number]

/** The one status that such claims have. */
export const STATUS_OF_PAYMENT: Readonly<Record<ClaimPaymentFilter, ClaimStatus>> = {
  failed: 'queued',
  on_hold: 'queued',
  in_flight: 'queued',
  by_hand: 'sent',
}
