export const CLAIM_STATUSES = ['queued', 'sent', 'rejected'] as const

/** A claim waits, was paid, or was refused by the operator. Nothing leaves `sent` or `rejected`. */
export type ClaimStatus = (typeof CLAIM_STATUSES)[number]
