/** The Solana clusters that are known by name; any other is `other`. */
export const CLUSTER_NAMES = ['mainnet', 'devnet', 'testnet', 'other'] as const
export type ClusterName = (typeof CLUSTER_NAMES)[number]

/**
 * The genesis hash recorded for a payment that was marked sent before any sender was configured. It counts as
 * mainnet's.
 */
export const UNKNOWN_CLUSTER = 'unknown'
