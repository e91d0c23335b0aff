/**
 * The reasons, for a claimant's eyes, why a payment does not go on by itself: the amount is less than the token's smallest
 * unit, the recipient's token account can not take it, it is on hold until it is clear what became of it, or it failed
 * otherwise.
 */
export const CLAIM_ATTENTIONS = ['too_small', 'recipient', 'on_hold', 'failed'] as const
export type ClaimAttention = (typeof CLAIM_ATTENTIONS)[number]
