import type { Clock } from './clock.ts'

/** Slots between two reads of statuses: a transaction takes several to be confirmed, and 32 to be final. */
const LOOK_EVERY_SLOTS = 8

/** The longest time between two reads, however slow the slots are. */
const LONGEST_MS = 3_200

/**
 * Paces the reads of statuses by how fast the cluster makes slots, so that each read can show something new.
 */
export class StatusPace {
  readonly #clock: Clock
  readonly #shortestMs: number
  #last: { slot: number; atMs: number } | null = null
  #intervalMs: number
  #nextAtMs = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, shortestMs: number) {
    this.#clock = clock
    this.#shortestMs = shortestMs
    this.#intervalMs = shortestMs
  }

  isDue(): boolean {
    return this.#clock.monotonicMs() >= this.#nextAtMs
  }

  /** Notes a read. `bankSlot` is the slot that it showed; null where no node was asked. */
  looked(bankSlot: number | null): void {
    const atMs = this.#clock.monotonicMs()
    if (bankSlot !== null) {
      const last = this.#last
      if (last && bankSlot > last.slot) {
        const slotMs = (atMs - last.atMs) / (bankSlot - last.slot)
        this.#intervalMs = Math.min(Math.max(slotMs * LOOK_EVERY_SLOTS, this.#shortestMs), LONGEST_MS)
      }
      if (!last || bankSlot > last.slot) this.#last = { slot: bankSlot, atMs }
    }
    this.#nextAtMs = atMs + this.#intervalMs
  }
}
