/** The Solana clusters that are known by name; any other is `other`. */
export const CLUSTER_NAMES = ['mainnet', 'devnet', 'testnet', 'other'] as const
export type ClusterName = (typeof CLUSTER_NAMES)[number]
