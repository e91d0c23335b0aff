/** The first distance between requests once a node has said that there are too many. */
const FIRST_INTERVAL_MS = 50
const LONGEST_INTERVAL_MS = 2_000

/** The factor by which a success shortens the distance, and the distance below which it becomes zero. */
const EASING = 0.95
const NEGLIGIBLE_MS = 5

/**
 * Adapts the rate of requests to a node's limit: twice as slow for each "too many requests", a little faster with
 * each answer. Until the first of these nothing is slowed down. Distances are measured by a monotonic clock.
 */
export class RequestPace {
  #intervalMs = 0
  #lastTurnAtMs = Number.NEGATIVE_INFINITY
  #pausedUntilMs = Number.NEGATIVE_INFINITY
  #slowedAtMs = Number.NEGATIVE_INFINITY
  #queue: Promise<unknown> = Promise.resolve()

  get intervalMs(): number {
    return this.#intervalMs
  }

  /** Waits for the next request's turn, in the order of calls. Returns its time, which `slowDown` and `ease` take. */
  turn(): Promise<number> {
    const turn = this.#queue.then(() => this.#next())
    this.#queue = turn
    return turn
  }

  /** Slows down after a request of this turn was one too many. Requests from before the last change of pace are ignored. */
  slowDown(turnAtMs: number): void {
    if (turnAtMs <= this.#slowedAtMs) return
    this.#slowedAtMs = performance.now()
    this.#intervalMs = Math.min(Math.max(this.#intervalMs * 2, FIRST_INTERVAL_MS), LONGEST_INTERVAL_MS)
  }

  /** Speeds up a little after a request of this turn was answered. */
  ease(turnAtMs: number): void {
    if (turnAtMs <= this.#slowedAtMs) return
    this.#intervalMs *= EASING
    if (this.#intervalMs < NEGLIGIBLE_MS) this.#intervalMs = 0
  }

  /** Delays every turn for a while, as the node asked. */
  pause(waitMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, performance.now() + waitMs)
  }

  async #next(): Promise<number> {
    for (;;) {
      const now = performance.now()
      // The pace may change during the wait: it is computed again.
      const at = Math.max(this.#lastTurnAtMs + this.#intervalMs, this.#pausedUntilMs)
      if (at <= now) {
        this.#lastTurnAtMs = now
        return now
      }
      await new Promise((resolve) => setTimeout(resolve, at - now))
    }
  }
}
