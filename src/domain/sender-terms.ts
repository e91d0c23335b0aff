/** The terms on which a sending key may be used: the wallet, the token, the cluster, the nodes to read it by, and the cap on fees. */
export interface SenderTerms {
  kind: string
  rpcUrl: string
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
 * Returns the text that a sending key is sealed with: where any of it was changed since, the key does not
 * open.
 */
export function senderTermsText(terms: SenderTerms): string {
  return JSON.stringify(FIELDS.map((name) => textOf(terms[name])))
}

/** Lists are covered as their own JSON. */
function textOf(value: SenderTerms[keyof SenderTerms]): string | number {
  return typeof value === 'object' ? JSON.stringify(value) : value
}
