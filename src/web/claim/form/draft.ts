import { readStored, store } from '#web/lib/browser-storage.ts'

const keyOf = (eth: string) => `ferry-draft-${eth.toLowerCase()}`

/** Reads the address that was typed for this account and not sent yet; a reload keeps it. */
export function readDraft(eth: string): string {
  return readStored('visit', keyOf(eth)) ?? ''
}

export function keepDraft(eth: string, solanaAddress: string): void {
  store('visit', keyOf(eth), solanaAddress || null)
}
