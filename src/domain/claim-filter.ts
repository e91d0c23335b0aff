import type { ClaimStatus } from './claim.ts'

/** The orders that the list of claims can be read in. Of equal amounts `largest` gives the newest first, `smallest` the oldest. */
export const CLAIM_SORTS = ['newest', 'oldest', 'largest', 'smallest'] as const
export type ClaimSort = (typeof CLAIM_SORTS)[number]

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

/**
 * The reasons, for a claimant's eyes, why a payment does not go on by itself: the amount is less than the token's smallest
 * unit, the recipient's token account can not take it, it is on hold until it is clear what became of it, or it failed
 * otherwise.
 */
export const CLAIM_ATTENTIONS = ['too_small', 'recipient', 'on_hold', 'failed'] as const
export type ClaimAttention = (typeof CLAIM_ATTENTIONS)[number]
