import { NONCE_MAX_AGE_MS } from '#domain/claim-message.ts'
import { readStoredJson, store } from '#web/lib/browser-storage.ts'
import { serverNow } from '#web/lib/time.ts'

/**
 * A claim of a contract wallet that waits for its owners. They all have to sign the same text: it is asked for again, with the same
 * nonce, for as long as the portal takes it.
 */
export interface PendingClaim {
  eth: string
  sol: string
  /** As `0x` hex. */
  chainId: string
  nonce: number
  /** Replaces a claim that there is. */
  corrects: boolean
  /** Those that owners gave on this page, in any order. */
  signatures: string[]
}

const keyOf = (eth: string) => `ferry-pending-${eth.toLowerCase()}`

/** Returns the time by which a claim has to be submitted. */
export function endOf({ nonce }: Pick<PendingClaim, 'nonce'>): number {
  return nonce + NONCE_MAX_AGE_MS.contract
}

/** True when the portal does not take the text any more. */
export function hasExpired(pending: Pick<PendingClaim, 'nonce'>): boolean {
  return serverNow() > endOf(pending)
}

/** Reads the waiting claim of an account; null without one. It may have expired. */
export function readPending(eth: string): PendingClaim | null {
  const kept = readStoredJson<unknown>('browser', keyOf(eth))
  return isPending(kept) ? kept : null
}

export function keepPending(pending: PendingClaim): void {
  store('browser', keyOf(pending.eth), JSON.stringify(pending))
}

export function dropPending(eth: string): void {
  store('browser', keyOf(eth), null)
}

function isPending(value: unknown): value is PendingClaim {
  if (typeof value !== 'object' || value === null) return false
  const { eth, sol, chainId, nonce, signatures } = value as Partial<PendingClaim>
  const isText = [eth, sol, chainId].every((each) => typeof each === 'string')
  return isText && Number.isSafeInteger(nonce) && Array.isArray(signatures)
}

/** Returns the claim that waits, where it is for the same destination and has not expired, or begins one. */
export function resumeClaim(asked: Omit<PendingClaim, 'nonce' | 'signatures'>): PendingClaim {
  const kept = readPending(asked.eth)
  const isSame =
    kept !== null &&
    kept.sol === asked.sol &&
    Number(kept.chainId) === Number(asked.chainId) &&
    kept.corrects === asked.corrects &&
    !hasExpired(kept)
  const pending = isSame ? kept : { ...asked, nonce: serverNow(), signatures: [] }
  keepPending(pending)
  return pending
}
