import type { ClusterName } from '#domain/cluster-name.ts'

/** Clusters are told apart by the hash of their genesis block, never by their URL. */
export const MAINNET_GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

const CLUSTER_BY_GENESIS_HASH: Record<string, ClusterName> = {
  [MAINNET_GENESIS_HASH]: 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'testnet',
}

export function clusterName(genesisHash: string): ClusterName {
  return CLUSTER_BY_GENESIS_HASH[genesisHash] ?? 'other'
}
