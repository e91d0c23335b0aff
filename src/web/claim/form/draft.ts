import { readStored, store } from '#web/lib/browser-storage.ts'
import { readPending } from './pending-claim.ts'

const keyOf = (eth: string) => `ferry-draft-${eth.toLowerCase()}`

/** Reads the address that was typed for this account and not sent yet, which a reload keeps, or that of a claim that waits for its owners. */
export function readDraft(eth: string): string {
  return readStored('visit', keyOf(eth)) ?? readPending(eth)?.sol ?? ''
}

export function keepDraft(eth: string, solanaAddress: string): void {
  store('visit', keyOf(eth), solanaAddress || null)
}
