export const CLAIM_STATUSES = ['queued', 'sent', 'rejected'] as const

/** A claim waits, was paid, or was rejected by the operator. Nothing leaves `sent` or `rejected`. */
export type ClaimStatus = (typeof CLAIM_STATUSES)[number]
