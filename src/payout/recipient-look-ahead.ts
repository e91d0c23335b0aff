import type { Address } from '@solana/kit'
import type { Mint } from '#solana/mint.ts'
import { inspectRecipients, type Recipient } from '#solana/recipients.ts'
import type { Clock } from './clock.ts'
import type { FailoverRpc } from './failover-rpc.ts'

/** Two accounts each: as many as fit one request. */
export const LOOK_AHEAD = 50

/** The greatest age of an answer that is signed by. The simulation of the transaction shows later changes. */
const USABLE_FOR_MS = 30_000

interface Looked {
  recipient: Recipient
  atMs: number
}

/** Looks recipients up before anything is signed for them, with those of the next batches in the same request. */
export class RecipientLookAhead {
  readonly #reader: FailoverRpc
  readonly #mint: Mint
  readonly #clock: Clock
  readonly #looked = new Map<Address, Looked>()

  constructor(reader: FailoverRpc, mint: Mint, clock: Clock) {
    this.#reader = reader
    this.#mint = mint
    this.#clock = clock
  }

  /** Returns the recipients of `wanted`, in their order; `next` are those of the next batches. */
  async look(wanted: readonly Address[], next: readonly Address[]): Promise<Recipient[]> {
    const missing = wanted.filter((wallet) => !this.#isFresh(wallet))
    if (missing.length > 0) {
      const ahead = next.filter((wallet) => !this.#isFresh(wallet))
      const asked = [...new Set([...missing, ...ahead])].slice(0, Math.max(missing.length, LOOK_AHEAD))
      await this.#ask(asked)
    }
    return wanted.map((wallet) => {
      const looked = this.#looked.get(wallet)
      if (!looked) throw new Error('A recipient was not looked up')
      return looked.recipient
    })
  }

  /** Forgets recipients, after a transaction's result contradicted their state. */
  forget(wallets: readonly Address[]): void {
    for (const wallet of wallets) this.#looked.delete(wallet)
  }

  async #ask(wallets: readonly Address[]): Promise<void> {
    const recipients = await this.#reader.read(
      (node) => inspectRecipients(node, this.#mint, wallets),
      (found) => found.some(({ payable }) => !payable),
    )
    const atMs = this.#clock.monotonicMs()
    for (const [wallet, { atMs: seenMs }] of this.#looked) {
      if (atMs - seenMs > USABLE_FOR_MS) this.#looked.delete(wallet)
    }
    for (const recipient of recipients) this.#looked.set(recipient.wallet, { recipient, atMs })
  }

  #isFresh(wallet: Address): boolean {
    const looked = this.#looked.get(wallet)
    return looked !== undefined && this.#clock.monotonicMs() - looked.atMs <= USABLE_FOR_MS
  }
}
