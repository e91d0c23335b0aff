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
