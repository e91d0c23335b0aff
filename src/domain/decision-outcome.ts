/**
 * The result of an operator's decision. `transaction_used`: the given transaction settles or carries another
 * payment. `claim_corrected`: the payment went to another address than the claim has by now.
 */
export const DECISION_OUTCOMES = [
  'done',
  'unknown_claim',
  'claim_not_queued',
  'payment_under_way',
  'claim_corrected',
  'transaction_used',
] as const
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number]
