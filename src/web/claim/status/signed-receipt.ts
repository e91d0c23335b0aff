import type { SubmitClaimResponse } from '#api-schema/claims.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { readStoredJson, store } from '#web/lib/browser-storage.ts'

/** The proof of a claim. `address`, `msg` and `sig` have the names that tools for verifying signed messages read. */
export interface SignedReceipt {
  /** The claim's reference id. */
  id: string
  /** The portal's origin. */
  portal: string
  /** By the clock of the claimant's device. */
  submittedAt: string
  chainId: string
  address: string
  msg: string
  sig: string
  /** The portal's own signature under what it received; not there where its answer was lost. */
  portalReceipt?: SubmitClaimResponse['receipt']
}

/** Of the keys that receipts are stored by. */
export const RECEIPT_PREFIX = 'ferry-receipt-'

const keyOf = (eth: string) => `${RECEIPT_PREFIX}${eth.toLowerCase()}`

const signedKeyOf = (eth: string) => `${keyOf(eth)}-signed`

export function keepReceipt(receipt: SignedReceipt): void {
  store('browser', keyOf(receipt.address), JSON.stringify(receipt))
  dropSigned(receipt.address)
}

/** Keeps what was signed until the portal's answer is here: the claim may arrive though the answer is lost. */
export function keepSigned(signed: Omit<SignedReceipt, 'id'>): void {
  store('browser', signedKeyOf(signed.address), JSON.stringify(signed))
}

/** Forgets what was signed: the portal refused it. */
export function dropSigned(eth: string): void {
  store('browser', signedKeyOf(eth), null)
}

/**
 * Reads the receipt of a claim made in this browser; null when it was made elsewhere, was corrected elsewhere since, or is another
 * claim's.
 */
export function readReceipt(eth: string, claim: { id: string; solAddr: string }): SignedReceipt | null {
  const receipt = readStoredJson<SignedReceipt>('browser', keyOf(eth))
  if (receipt?.id === claim.id && shortenAddress(solOf(receipt)) === claim.solAddr) return receipt
  const signed = readStoredJson<Omit<SignedReceipt, 'id'>>('browser', signedKeyOf(eth))
  return signed && shortenAddress(solOf(signed)) === claim.solAddr ? { id: claim.id, ...signed } : null
}

/** Returns the Solana address of a claim, in full where its receipt is in this browser. */
export function claimedAddress(eth: string, claim: { id: string; solAddr: string }): string {
  const receipt = readReceipt(eth, claim)
  return receipt ? solOf(receipt) : claim.solAddr
}

function solOf({ msg }: Pick<SignedReceipt, 'msg'>): string {
  return msg.match(/^(?:sol:|Claim .* to) (\S+)$/m)?.[1] ?? ''
}
