/** What a sending key is to be used for: from which wallet, in which token, on which cluster as which nodes show it. */
export interface SenderTerms {
  kind: string
  rpc_url: string
  fallback_rpc_urls: string
  wallet_address: string
  mint_address: string
  mint_decimals: number
  token_program: string
  mint_extensions: string
  genesis_hash: string
}

const FIELDS = [
  'kind',
  'rpc_url',
  'fallback_rpc_urls',
  'wallet_address',
  'mint_address',
  'mint_decimals',
  'token_program',
  'mint_extensions',
  'genesis_hash',
] as const satisfies (keyof SenderTerms)[]

/** The text that a sending key is sealed with: where any of it was changed since, the key does not open. */
export function senderTermsText(terms: SenderTerms): string {
  return JSON.stringify(FIELDS.map((name) => terms[name]))
}
