import type { Claim } from './claim.ts'
import { claimMessage } from './claim-message.ts'
import { type MessageParts, siweMessage } from './siwe-message.ts'
import type { SiweTerms } from './siwe-terms.ts'

/** Builds the message that a claim has to be signed with: EIP-4361 under terms, the five lines without. */
export function messageUnder(terms: SiweTerms | null, parts: MessageParts): string {
  return terms === null ? claimMessage(parts) : siweMessage(terms, parts)
}

/** Builds the message that a claim was signed with, whatever the settings are by now. */
export function signedMessage(
  claim: Pick<Claim, 'ethSigned' | 'solAddress' | 'amountUA' | 'nonce' | 'chainId' | 'siweTerms'>,
): string {
  const { ethSigned: eth, solAddress: sol, amountUA, nonce, chainId, siweTerms } = claim
  return messageUnder(siweTerms, { eth, sol, amountUA, nonce, chainId })
}
