import type { Address } from '@solana/kit'
import type { SealedPlace } from './secret-box.ts'

/** The sender of claims, and that of distributions. */
export type SenderKind = 'bulk' | 'standalone'

/** A configured sending wallet. Its key is sealed with the server's secret, and in the store the URLs of its nodes are too. */
export interface Sender {
  kind: SenderKind
  /** The first node's URL; null where the URLs do not open: then nor does the key, which is sealed with them. */
  rpcUrl: string | null
  /** Further nodes of the same cluster: read from, and sent to, while the ones before them do not answer. */
  fallbackRpcUrls: readonly string[]
  sealedKey: Buffer
  walletAddress: Address
  mintAddress: Address
  mintDecimals: number
  tokenProgram: Address
  /** Names of the mint's Token-2022 extensions, as they were when it was configured. */
  mintExtensions: readonly string[]
  /** As its metadata named it when it was configured; null where they did not. Nothing is paid by it. */
  mintName: string | null
  genesisHash: string
  batchSize: number
  delayMs: number
  /** The most that is offered for a compute unit, in micro-lamports. */
  priorityFeeCap: number
  configuredAtMs: number
}

/** Lists the URLs of a sender's nodes, the first first; none where they do not open. */
export function nodeUrlsOf({
  rpcUrl,
  fallbackRpcUrls,
}: Pick<Sender, 'rpcUrl' | 'fallbackRpcUrls'>): readonly string[] {
  return rpcUrl === null ? [] : [rpcUrl, ...fallbackRpcUrls]
}

/** Returns what may be told of a node's URL: providers put keys into path, query and credentials. */
export function nodeOrigin(url: string): string {
  return URL.parse(url)?.origin ?? 'an invalid URL'
}

/** Returns the place that the URLs of a sender's nodes are sealed for. */
export function nodeUrlsPlace(kind: SenderKind): SealedPlace {
  return { table: 'sender', row: kind, column: 'sealed_node_urls' }
}
