/** The events that the history of a claim lists. */
export const CLAIM_EVENTS = [
  'submitted',
  'corrected',
  'attempt_journaled',
  'attempt_paid',
  'attempt_failed',
  'attempt_expired',
  'attempt_held',
  'payment_failed',
  'marked_sent',
  'marked_sent_forced',
  'hold_settled_paid',
  'hold_settled_expired',
  'taken_over',
  'rejected',
  'rejection_undone',
  'noted',
] as const
export type ClaimEvent = (typeof CLAIM_EVENTS)[number]
