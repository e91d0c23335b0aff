import type { Claim } from './claim.ts'
import { type MessageParts, siweMessage } from './siwe-message.ts'
import type { SiweTerms } from './siwe-terms.ts'

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

/** The kind of signer of a claim: the key of an account, or the contract that the account is. */
export type SignedBy = 'key' | 'contract'

/**
 * The greatest age of a nonce: a person's wallet is open in front of them, co-owners of a contract wallet
 * need time.
 */
export const NONCE_MAX_AGE_MS: Readonly<Record<SignedBy, number>> = {
  key: 10 * 60_000,
  contract: 14 * 24 * 60 * 60_000,
}

/** The most by which a claimant's clock may be ahead of the server's. */
export const NONCE_MAX_AHEAD_MS = 60_000

/** True when a claim that was signed at `nonceMs` may be taken at `nowMs`. */
export function isNonceFresh(nonceMs: number, nowMs: number, signedBy: SignedBy): boolean {
  return nonceMs >= nowMs - NONCE_MAX_AGE_MS[signedBy] && nonceMs <= nowMs + NONCE_MAX_AHEAD_MS
}

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
