import type { Clock } from './clock.ts'
import type { PassOutcome } from './pass-outcome.ts'

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
