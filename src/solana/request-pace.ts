import { RequestRate, type Turn } from './request-rate.ts'

/** Requests of a higher one go first; within one, in the order in which they came. */
const PRIORITIES = ['high', 'normal', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]

/**
 * Gives requests to one node their turns, at a rate that adapts to the node's limit: see RequestRate. Until the node refuses one, nothing
 * is slowed down. Distances are measured by a monotonic clock.
 */
export class RequestPace {
  readonly #rate = new RequestRate()
  readonly #waiting: Record<Priority, ((turn: Turn) => void)[]> = { high: [], normal: [], low: [] }
  #lastTurnAtMs = Number.NEGATIVE_INFINITY
  #pausedUntilMs = Number.NEGATIVE_INFINITY
  #isGiving = false

  get intervalMs(): number {
    return this.#rate.intervalMs
  }

  /** Waits for the next request's turn. `refused` and `answered` take it. */
  turn(priority: Priority = 'normal'): Promise<Turn> {
    const turn = new Promise<Turn>((resolve) => this.#waiting[priority].push(resolve))
    if (!this.#isGiving) void this.#giveTurns()
    return turn
  }

  /** Slows down after the request of this turn was one too many. Delays every turn for as long as the node asked. */
  refused(turn: Turn, waitMs: number): void {
    this.#rate.refused(turn, performance.now(), waitMs)
    this.pause(waitMs)
  }

  /** Speeds up a little after the request of this turn was answered. */
  answered(turn: Turn): void {
    this.#rate.answered(turn, performance.now())
  }

  /** Delays every turn for a while. */
  pause(waitMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, performance.now() + waitMs)
  }

  async #giveTurns(): Promise<void> {
    this.#isGiving = true
    while (PRIORITIES.some((priority) => this.#waiting[priority].length > 0)) {
      const atMs = await this.#next()
      const give = PRIORITIES.map((priority) => this.#waiting[priority])
        .find(({ length }) => length > 0)
        ?.shift()
      give?.({ atMs, intervalMs: this.#rate.intervalMs })
    }
    this.#isGiving = false
  }

  async #next(): Promise<number> {
    const cameAtMs = performance.now()
    for (;;) {
      const now = performance.now()
      // The pace may change during the wait: it is computed again.
      const at = Math.max(this.#lastTurnAtMs + this.#rate.intervalMs, this.#pausedUntilMs)
      if (at <= now) {
        // A timer that was late delays this request alone, not all after it.
        this.#lastTurnAtMs = Math.max(at, cameAtMs)
        return now
      }
      await new Promise((resolve) => setTimeout(resolve, at - now))
    }
  }
}
