/** How old a nonce may be: a person's wallet is open in front of them. */
export const NONCE_MAX_AGE_MS = 10 * 60_000

/** How far ahead of the server a claimant's clock may run. */
export const NONCE_MAX_AHEAD_MS = 60_000

/** True when a claim signed at `nonceMs` may be taken at `nowMs` for a key-controlled account. */
export function isNonceFresh(nonceMs: number, nowMs: number): boolean {
  return nonceMs >= nowMs - NONCE_MAX_AGE_MS && nonceMs <= nowMs + NONCE_MAX_AHEAD_MS
}
