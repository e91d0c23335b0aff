/**
 * The values that a claim's signature covers. `eth`, `sol` and `nonce` are taken verbatim from the payload.
 */
export interface ClaimMessageParts {
  eth: string
  sol: string
  /** The allocation in whole tokens, as the portal answers it. */
  amountUA: string
  /** Milliseconds since the epoch, decimal. */
  nonce: string
}

/** The five lines that a claimant signs (EIP-191 `personal_sign`), joined by single line feeds with none after the last. */
export function claimMessage({ eth, sol, amountUA, nonce }: ClaimMessageParts): string {
  return ['Claim SPL tokens', `eth: ${eth}`, `sol: ${sol}`, `amount: ${amountUA}`, `nonce: ${nonce}`].join(
    '\n',
  )
}
