/** What a sending key is to be used for: from which wallet, in which token, on which cluster as which nodes show it. */
export interface SenderTerms {
  kind: string
  rpcUrl: string
  fallbackRpcUrls: string
  walletAddress: string
  mintAddress: string
  mintDecimals: number
  tokenProgram: string
  mintExtensions: string
  genesisHash: string
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
] as const satisfies (keyof SenderTerms)[]

/** The text that a sending key is sealed with: where any of it was changed since, the key does not open. */
export function senderTermsText(terms: SenderTerms): string {
  return JSON.stringify(FIELDS.map((name) => terms[name]))
}
