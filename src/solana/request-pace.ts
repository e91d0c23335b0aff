/** The first distance between requests once a node has said that there are too many. */
const FIRST_INTERVAL_MS = 50
const LONGEST_INTERVAL_MS = 2_000

/** What a success takes off the distance, and where it is no distance any more. */
const EASING = 0.95
const NEGLIGIBLE_MS = 5

/**
 * Adapts the rate of requests to what a node bears: twice as slow for each "too many requests", a little faster with
 * each answer. Until a node complains there is no pace at all.
 */
export class RequestPace {
  #intervalMs = 0
  #nextAtMs = 0

  get intervalMs(): number {
    return this.#intervalMs
  }

  /** Waits for the next request's turn. */
  async turn(): Promise<void> {
    const now = Date.now()
    const at = Math.max(now, this.#nextAtMs)
    this.#nextAtMs = at + this.#intervalMs
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
  }

  slowDown(): void {
    this.#intervalMs = Math.min(Math.max(this.#intervalMs * 2, FIRST_INTERVAL_MS), LONGEST_INTERVAL_MS)
  }

  ease(): void {
    this.#intervalMs *= EASING
    if (this.#intervalMs < NEGLIGIBLE_MS) this.#intervalMs = 0
  }
}
