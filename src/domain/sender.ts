import type { Address } from '@solana/kit'

/** The sender of claims, and that of distributions. */
export type SenderKind = 'bulk' | 'standalone'

/** A configured sending wallet. Its key is sealed with the server's secret. */
export interface Sender {
  kind: SenderKind
  rpcUrl: string
  /** Further nodes of the same cluster: read from, and sent to, while the ones before them do not answer. */
  fallbackRpcUrls: readonly string[]
  sealedKey: Buffer
  walletAddress: Address
  mintAddress: Address
  mintDecimals: number
  tokenProgram: Address
  /** Names of the mint's Token-2022 extensions, as they were when it was configured. */
  mintExtensions: readonly string[]
  genesisHash: string
  batchSize: number
  delayMs: number
  /** The most that is offered for a compute unit, in micro-lamports. */
  priorityFeeCap: number
  configuredAtMs: number
}

/** Lists the URLs of a sender's nodes, the first first. */
export function nodeUrlsOf(
  sender: Pick<Sender, 'rpcUrl' | 'fallbackRpcUrls'>,
): [string, ...(readonly string[])] {
  return [sender.rpcUrl, ...sender.fallbackRpcUrls]
}
