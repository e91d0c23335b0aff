import type { Clock } from '#payout/clock.ts'
import type { SlotPace } from '#payout/nodes/slot-pace.ts'
import type { PassOutcome } from './pass-outcome.ts'

/** Slots between two reads of statuses: a transaction takes several to be confirmed, and 32 to be final. */
const LOOK_EVERY_SLOTS = 8

/** The longest time between two reads, however slow the slots are. */
const LONGEST_MS = 3_200

/** Paces the reads of statuses by how fast the cluster makes slots, so that each read can show something new. */
export class StatusPace {
  readonly #clock: Clock
  readonly #slots: SlotPace
  readonly #shortestMs: number
  #nextAtMs = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, slots: SlotPace, shortestMs: number) {
    this.#clock = clock
    this.#slots = slots
    this.#shortestMs = shortestMs
  }

  isDue(): boolean {
    return this.#clock.monotonicMs() >= this.#nextAtMs
  }

  /** Notes a read. `bankSlot` is the slot that it showed; null where no node was asked. */
  looked(bankSlot: number | null): void {
    if (bankSlot !== null) this.#slots.saw(bankSlot)
    this.#nextAtMs = this.#clock.monotonicMs() + this.#intervalMs()
  }

  #intervalMs(): number {
    const { isKnown, slotMs } = this.#slots
    if (!isKnown) return this.#shortestMs
    return Math.min(Math.max(slotMs * LOOK_EVERY_SLOTS, this.#shortestMs), LONGEST_MS)
  }
}

/** Longer than a transaction takes to expire and its expiry to be proved, by a marker after it. */
const STUCK_AFTER_MS = 5 * 60_000

/** Sees when a run's attempts neither land nor expire. */
export class StuckWatch {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  #nothingEndedSinceMs: number | null = null

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /** Returns true when no attempt under way has ended for long, for any reason. */
  isStuck(inFlight: number, outcome: PassOutcome | null): boolean {
    const nowMs = this.#clock.monotonicMs()
    const hasEnded = outcome !== null && outcome.landed + outcome.expired > 0
    if (inFlight === 0 || hasEnded) this.#nothingEndedSinceMs = null
    else this.#nothingEndedSinceMs ??= nowMs
    return this.#nothingEndedSinceMs !== null && nowMs - this.#nothingEndedSinceMs > STUCK_AFTER_MS
  }
}

/** The time limits by which unsettled attempts are followed. */
export interface SettlingTerms {
  /** The interval at which an unsettled transaction's bytes are sent again. */
  resendEveryMs: number
  /** The time for which evidence may stay incomplete before the transfers go on hold: no shorter than so many slots, where given. */
  holdAfterMs: number
  holdAfterSlots?: number
  /** The interval at which attempts on hold are examined again. */
  recheckHoldEveryMs: number
}

export const DEFAULT_SETTLING_TERMS: SettlingTerms = {
  resendEveryMs: 2_000,
  holdAfterMs: 60_000,
  holdAfterSlots: 150,
  recheckHoldEveryMs: 30_000,
}
