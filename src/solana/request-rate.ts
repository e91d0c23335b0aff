import { FlowCycle } from './flow-cycle.ts'

/** The first distance between requests once a node has said that there are too many. */
const FIRST_INTERVAL_MS = 50
const LONGEST_INTERVAL_MS = 2_000
const NEGLIGIBLE_INTERVAL_MS = 0.5

/** The factor by which a refusal lengthens the distance, and by which each further one does while none is taken. */
const SLOWDOWN = 1.04
const BACKOFF = 1.5

/** Refusals of requests that left so soon after the distance grew have the same cause. */
const SAME_CAUSE_MS = 250

/** The share by which the rate grows in a second, at first; as much again for each such time without a refusal; and while no limit is known. */
const GROWTH_PER_SECOND = 0.003
const GROWTH_DOUBLES_AFTER_MS = 2_500
const GROWTH_WITHOUT_LIMIT = 1
const MOST_GROWTH = 0.05

/** Growth begins as if this had passed where the distance is a first guess, or was found too short soon after it changed. */
const HEAD_START_MS = 5_000
const SOON_MS = 1_000

/** What a refusal held up is not risked again for so many times as long. */
const HOLD_FACTOR = 20

/** The distance is wrong where the node was measured to take one that is longer by this factor. */
const FAR_FACTOR = 1.25

/** A request's leaving, and the distance in force then. */
export interface Turn {
  atMs: number
  intervalMs: number
}

/**
 * Finds the distance between requests that a node takes. It is held a little above the one at which the node last refused, and shortens
 * slowly at first: few requests are refused, however late a refusal is known. Where the node stops to take any, it is asked rarely, and
 * what it took until it went on is its limit. Pure: it is told the time.
 */
export class RequestRate {
  #intervalMs = 0
  /** The distance once the node takes requests again. */
  #resumeMs = 0
  /** A limit was met more than once. */
  #isLimitKnown = false
  #isMeasured = false
  #isDoubted = false
  #slowedAtMs = Number.NEGATIVE_INFINITY
  #heldUntilMs = Number.NEGATIVE_INFINITY
  /** The time under the pace without a refusal since it slowed down; 0 while none has been taken since. */
  #calmMs = 0
  #headStartMs = 0
  readonly #cycle = new FlowCycle()

  get intervalMs(): number {
    return this.#intervalMs
  }

  /** Slows down after a request was refused, for `waitMs` if the node said so. Those from before the last change are ignored. */
  refused(turn: Turn, nowMs: number, waitMs: number): void {
    this.#cycle.refused(turn.atMs)
    const isPaced = this.#intervalMs > 0
    if (turn.atMs <= this.#slowedAtMs) return
    if (isPaced && this.#calmMs === 0) {
      this.#slowedAtMs = nowMs
      this.#intervalMs = clamp(Math.max(this.#intervalMs * BACKOFF, FIRST_INTERVAL_MS))
      return
    }
    if (turn.atMs <= this.#slowedAtMs + SAME_CAUSE_MS) return
    this.#slowedAtMs = nowMs
    this.#heldUntilMs = nowMs + HOLD_FACTOR * waitMs
    this.#headStartMs = isPaced && this.#calmMs >= SOON_MS ? 0 : HEAD_START_MS
    this.#calmMs = 0
    this.#isLimitKnown ||= isPaced
    this.#resumeMs = isPaced
      ? clamp(Math.max(this.#intervalMs, turn.intervalMs) * SLOWDOWN)
      : FIRST_INTERVAL_MS
    this.#intervalMs = this.#resumeMs
  }

  /** Speeds up a little after a request was answered. */
  answered(turn: Turn, nowMs: number): void {
    const { stoppedMs = 0, meanIntervalMs = null } = this.#cycle.taken(turn.atMs) ?? {}
    if (this.#headStartMs === 0)
      this.#heldUntilMs = Math.max(this.#heldUntilMs, nowMs + HOLD_FACTOR * stoppedMs)
    if (meanIntervalMs !== null) this.#learn(meanIntervalMs)
    if (turn.atMs <= this.#slowedAtMs || this.#intervalMs === 0) return
    if (this.#calmMs === 0) this.#intervalMs = this.#resumeMs
    this.#calmMs += this.#intervalMs
    if (nowMs < this.#heldUntilMs) return
    this.#intervalMs *= 1 - Math.min((this.#growthPerSecond() * this.#intervalMs) / 1_000, MOST_GROWTH)
    if (this.#intervalMs < NEGLIGIBLE_INTERVAL_MS) this.#intervalMs = 0
  }

  #growthPerSecond(): number {
    if (!this.#isLimitKnown) return GROWTH_WITHOUT_LIMIT
    return GROWTH_PER_SECOND * (1 + (this.#calmMs + this.#headStartMs) / GROWTH_DOUBLES_AFTER_MS)
  }

  /** Takes what the node was measured to take: the first time at once, later where it shows twice in a row that the distance is far off. */
  #learn(meanIntervalMs: number): void {
    const isWrong = !this.#isMeasured || meanIntervalMs > FAR_FACTOR * this.#resumeMs
    const isCertain = !this.#isMeasured || this.#isDoubted
    this.#isDoubted = isWrong && !isCertain
    if (!isWrong || !isCertain) return
    this.#isMeasured = true
    this.#isLimitKnown = true
    this.#resumeMs = clamp(meanIntervalMs)
    this.#calmMs = 0
    this.#headStartMs = HEAD_START_MS
    this.#heldUntilMs = Number.NEGATIVE_INFINITY
  }
}

function clamp(intervalMs: number): number {
  return Math.min(intervalMs, LONGEST_INTERVAL_MS)
}
