/**
 * The failure of a payment whose claim was rejected before anything was sent, or whose rejection was taken back: where the claim is
 * queued, the next run pays it as one that was never tried.
 */
export const CLAIM_REJECTED = 'The claim was rejected'
