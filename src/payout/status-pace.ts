import type { Clock } from './clock.ts'

/** Slots between two looks at statuses: a transaction takes several to be confirmed, and 32 to be final. */
const LOOK_EVERY_SLOTS = 8

/** The longest distance between two looks, whatever the slots take. */
const LONGEST_MS = 3_200

/** Paces the looks at statuses by how fast the cluster makes slots, so that each look has something new to show. */
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

  /** `bankSlot` is what the look showed; null where nobody was asked. */
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
