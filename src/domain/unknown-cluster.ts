/**
 * The genesis hash recorded for a payment that was marked sent before any sender was configured. It counts as
 * mainnet's.
 */
export const UNKNOWN_CLUSTER = 'unknown'
