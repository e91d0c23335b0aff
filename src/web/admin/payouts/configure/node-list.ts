import { type BulkSenderConfigResponse, MAX_NODES } from '#api-schema/bulk-sender.ts'

/** Further nodes besides the first. */
export const MAX_FURTHER_NODES = MAX_NODES - 1

/** The URLs that were typed, one a line. */
export function urlsIn(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** The nodes as the server takes them: one URL alone where there are no more. */
export function nodesOf(rpcUrl: string, furtherNodes: string): { rpcUrl: string; rpcUrls?: string[] } {
  const further = urlsIn(furtherNodes)
  const first = rpcUrl.trim()
  return further.length === 0 ? { rpcUrl: first } : { rpcUrl: first, rpcUrls: [first, ...further] }
}

/**
 * The nodes of a request without those of the given origins, as the server names them; null where none are left, or
 * nothing is left out.
 */
export function nodesWithout(
  { rpcUrl, rpcUrls = [rpcUrl ?? ''] }: { rpcUrl?: string | undefined; rpcUrls?: string[] | undefined },
  origins: readonly string[],
): { rpcUrl: string; rpcUrls: string[] } | null {
  const left = rpcUrls.filter((url) => !origins.includes(URL.parse(url)?.origin ?? ''))
  const [first] = left
  return first === undefined || left.length === rpcUrls.length ? null : { rpcUrl: first, rpcUrls: left }
}

/** The public nodes of Solana's clusters. */
export const CLUSTER_RPC_URLS = {
  mainnet: 'https://api.mainnet-beta.solana.com',
  devnet: 'https://api.devnet.solana.com',
  testnet: 'https://api.testnet.solana.com',
} as const

/** A cluster as a sentence names it. */
export function clusterName(cluster: BulkSenderConfigResponse['cluster']): string {
  return cluster === 'other' ? 'another cluster' : cluster
}
