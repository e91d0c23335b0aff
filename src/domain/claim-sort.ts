/** The orders that the list of claims can be read in. Of equal amounts `largest` gives the newest first, `smallest` the oldest. */
export const CLAIM_SORTS = ['newest', 'oldest', 'largest', 'smallest'] as const
export type ClaimSort = (typeof CLAIM_SORTS)[number]
