import type { Address } from '@solana/kit'
import type { Mint } from '#solana/mint.ts'
import type { Recipient } from '#solana/recipients.ts'
import type { Clock } from './clock.ts'

/** The time for which estimates use a recipient's state. Before anything is signed it is read anew. */
const KEPT_MS = 10 * 60_000

/** More than the estimates of both senders look up. */
const KEPT_RECIPIENTS = 100_000

/** The cluster and the mint that a recipient was looked up for. */
export interface RecipientScope {
  genesisHash: string
  mint: Pick<Mint, 'address' | 'tokenProgram'>
}

/** Caches the state of recipients, for estimates alone. Nothing is signed by it. */
export interface RecipientCache {
  /** Returns undefined when it was not looked up, or too long ago. */
  find(scope: RecipientScope, wallet: Address): Recipient | undefined
  keep(scope: RecipientScope, recipients: readonly Recipient[]): void
}

/** Remembers recipients from one estimate to the start and the preflight after it, by a clock that never jumps. */
export function createRecipientCache({ monotonicMs }: Pick<Clock, 'monotonicMs'>): RecipientCache {
  const seen = new Map<string, { recipient: Recipient; atMs: number }>()
  return {
    find(scope, wallet) {
      const entry = seen.get(keyOf(scope, wallet))
      return entry && monotonicMs() - entry.atMs < KEPT_MS ? entry.recipient : undefined
    },

    keep(scope, recipients) {
      const atMs = monotonicMs()
      for (const recipient of recipients) {
        const key = keyOf(scope, recipient.wallet)
        // The oldest come first.
        seen.delete(key)
        seen.set(key, { recipient, atMs })
        if (seen.size > KEPT_RECIPIENTS) seen.delete(seen.keys().next().value ?? '')
      }
    },
  }
}

function keyOf({ genesisHash, mint }: RecipientScope, wallet: Address): string {
  return `${genesisHash} ${mint.tokenProgram} ${mint.address} ${wallet}`
}
