import { useSyncExternalStore } from 'react'
import { SOLANA_ADDRESS_SHAPE } from '#domain/solana-address-shape.ts'
import { readStored, store } from '#web/lib/browser-storage.ts'
import { createExternalStore } from '#web/lib/external-store.ts'

const keyOf = (eth: string) => `ferry-draft-${eth.toLowerCase()}`

/** Tells of changes: what is kept is in the browser's storage. */
const changes = createExternalStore(null)

/** Reads the address that was typed for this account and not sent yet; a reload keeps it. */
export function readDraft(eth: string): string {
  return readStored('visit', keyOf(eth)) ?? ''
}

/** Keeps what was typed where it has the shape of an address: anything else may be a secret. */
export function keepDraft(eth: string, typed: string): void {
  store('visit', keyOf(eth), SOLANA_ADDRESS_SHAPE.test(typed) ? typed : null)
  changes.set(null)
}

/** Follows the draft of an account. */
export function useDraft(eth: string | null): string {
  return useSyncExternalStore(
    changes.subscribe,
    () => (eth === null ? '' : readDraft(eth)),
    () => '',
  )
}
