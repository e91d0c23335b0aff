import type { SealedPlace } from './secret-box.ts'

/** The terms on which a sending key may be used: the wallet, the token, the cluster, the nodes to read it by, and the cap on fees. */
export interface SenderTerms {
  kind: string
  /** Null where the nodes' URLs do not open. */
  rpcUrl: string | null
  fallbackRpcUrls: readonly string[]
  walletAddress: string
  mintAddress: string
  mintDecimals: number
  tokenProgram: string
  mintExtensions: readonly string[]
  genesisHash: string
  priorityFeeCap: number
}

const FIELDS = [
  'kind',
  'rpcUrl',
  'fallbackRpcUrls',
  'walletAddress',
  'mintAddress',
  'mintDecimals',
  'tokenProgram',
  'mintExtensions',
  'genesisHash',
  'priorityFeeCap',
] as const satisfies (keyof SenderTerms)[]

/**
 * Returns the place that a sending key is sealed for: its sender's row, with these terms. Where any of them was changed since, the key
 * does not open.
 */
export function sendingKeyPlace(terms: SenderTerms): SealedPlace {
  return {
    table: 'sender',
    row: terms.kind,
    column: 'sealed_key',
    terms: JSON.stringify(FIELDS.map((name) => textOf(terms[name]))),
  }
}

/** Lists are covered as their own JSON. */
function textOf(value: SenderTerms[keyof SenderTerms]): string | number {
  return typeof value === 'object' ? JSON.stringify(value) : value
}
