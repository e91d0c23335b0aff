/** Requests of a higher one go first; within one, in the order in which they came. */
const PRIORITIES = ['high', 'normal', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]

/**
 * Gives requests to one node their turns, at a rate that adapts to the node's limit: see RateLimiter. Until the node refuses one, nothing
 * is slowed down. Distances are measured by a monotonic clock.
 */
export class RequestScheduler {
  readonly #rate = new RateLimiter()
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
    this.#rate.refused(turn, performance.now())
    this.pause(waitMs)
  }

  /** Speeds up a little after the request of this turn was answered. */
  answered(turn: Turn): void {
    this.#rate.answered(turn)
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

/** The first distance between requests once a node has said that there are too many. */
const FIRST_INTERVAL_MS = 50
const LONGEST_INTERVAL_MS = 2_000
const NEGLIGIBLE_INTERVAL_MS = 0.5

/** The factor by which a refusal lengthens the distance, and by which each further one does while none is taken. */
const SLOWDOWN = 1.15
const BACKOFF = 1.5

/** The share by which the rate grows in a second without a refusal: at once where the first distance is a mere guess. */
const GROWTH_PER_SECOND = 0.03
const GROWTH_WITHOUT_LIMIT = 1
const MOST_GROWTH = 0.05

/** A request's leaving, and the distance in force then. */
export interface Turn {
  atMs: number
  intervalMs: number
}

/**
 * Finds the distance between requests that a node takes: a refusal lengthens it, and time without one shortens it. Where the node stops
 * to take any, it is asked rarely, and at the former distance once it takes them again. Requests that left before the last change say
 * nothing about it. Pure: it is told the time.
 */
export class RateLimiter {
  #intervalMs = 0
  /** The distance once the node takes requests again. */
  #resumeMs = 0
  #isLimitKnown = false
  #isTaking = true
  #slowedAtMs = Number.NEGATIVE_INFINITY

  get intervalMs(): number {
    return this.#intervalMs
  }

  /** Slows down after a request was refused. */
  refused(turn: Turn, nowMs: number): void {
    if (turn.atMs <= this.#slowedAtMs) return
    this.#slowedAtMs = nowMs
    this.#isLimitKnown ||= this.#isTaking && this.#intervalMs > 0
    if (this.#isTaking) {
      const longerMs = Math.max(this.#intervalMs, turn.intervalMs) * SLOWDOWN || FIRST_INTERVAL_MS
      this.#resumeMs = Math.min(longerMs, LONGEST_INTERVAL_MS)
      this.#intervalMs = this.#resumeMs
    } else {
      const rarerMs = Math.max(this.#intervalMs * BACKOFF, FIRST_INTERVAL_MS)
      this.#intervalMs = Math.min(rarerMs, LONGEST_INTERVAL_MS)
    }
    this.#isTaking = false
  }

  /** Speeds up a little after a request was answered. */
  answered(turn: Turn): void {
    if (turn.atMs <= this.#slowedAtMs || this.#intervalMs === 0) return
    if (!this.#isTaking) this.#intervalMs = this.#resumeMs
    this.#isTaking = true
    const growth = this.#isLimitKnown ? GROWTH_PER_SECOND : GROWTH_WITHOUT_LIMIT
    this.#intervalMs *= 1 - Math.min((growth * this.#intervalMs) / 1_000, MOST_GROWTH)
    if (this.#intervalMs < NEGLIGIBLE_INTERVAL_MS) this.#intervalMs = 0
  }
}
