import { readStored, store } from '#web/lib/browser-storage.ts'

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
}

const keyOf = (eth: string) => `ferry-receipt-${eth.toLowerCase()}`

export function keepReceipt(receipt: SignedReceipt): void {
  store('browser', keyOf(receipt.address), JSON.stringify(receipt))
}

/** Reads the receipt of a claim made in this browser; null when it was made elsewhere, or is another claim's. */
export function readReceipt(eth: string, claimId: string): SignedReceipt | null {
  const kept = readStored('browser', keyOf(eth))
  if (kept === null) return null
  try {
    const receipt: SignedReceipt = JSON.parse(kept)
    return receipt.id === claimId ? receipt : null
  } catch {
    return null
  }
}

/** Writes a receipt as it is saved and copied. */
export function receiptText(receipt: SignedReceipt): string {
  return `${JSON.stringify(receipt, null, 2)}\n`
}
