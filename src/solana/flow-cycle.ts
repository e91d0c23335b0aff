/** Less time says little about a rate. Limits count a second at least. */
const SHORTEST_MS = 900
const SECOND_MS = 1_000

/** Limits count ten seconds at most. */
const LONGEST_MS = 10_000

/** After so long without a request a new cycle begins. */
const IDLE_MS = 1_000

/** A node that took none for more of the time than this has the requests come too fast by far. */
const STOPPED_SHARE = 0.2

/** More refusals than can be under way at once: in the middle of them none is missed. */
const KEPT_REFUSALS = 100

/** The end of a time in which a node took no requests, though it was asked. */
export interface Resumption {
  stoppedMs: number
  /** The mean distance of the requests that it takes; null where it is not known. */
  meanIntervalMs: number | null
}

/**
 * Measures what a node takes by its refusals. A limit is so many requests in a span of time, whatever the span: the node takes those, then
 * none, and requests again once the span is over. Pure: it is told when each request left.
 */
export class FlowCycle {
  #sinceMs = 0
  #firstStopAtMs: number | null = null
  #stoppedMs = 0
  #taken = 0
  #lastLeftAtMs = Number.NEGATIVE_INFINITY
  /** The requests that were taken in the second before the last of them. */
  #recentAtMs: number[] = []
  /** The refused requests that left after the last one known to be taken: refusals are known sooner than answers. */
  #refusedAtMs: number[] = []

  /** Notes a request that was refused. */
  refused(leftAtMs: number): void {
    this.#left(leftAtMs)
    this.#refusedAtMs.push(leftAtMs)
    if (this.#refusedAtMs.length > KEPT_REFUSALS) this.#refusedAtMs.splice(KEPT_REFUSALS / 2, 1)
  }

  /** Notes a request that was taken. Returns null where none was refused since the last one. */
  taken(leftAtMs: number): Resumption | null {
    this.#left(leftAtMs)
    const before = this.#refusedAtMs.filter((atMs) => atMs < leftAtMs)
    this.#refusedAtMs = this.#refusedAtMs.filter((atMs) => atMs >= leftAtMs)
    const [first, last] = [before[0], before.at(-1)]
    const resumption = first !== undefined && last !== undefined ? this.#resume(leftAtMs, first, last) : null
    this.#taken += 1
    this.#recentAtMs = [...this.#recentAtMs.filter((atMs) => atMs > leftAtMs - SECOND_MS), leftAtMs]
    return resumption
  }

  #left(atMs: number): void {
    if (atMs - this.#lastLeftAtMs > IDLE_MS && this.#refusedAtMs.length === 0) this.#begin(atMs)
    this.#lastLeftAtMs = atMs
  }

  #resume(atMs: number, firstRefusedAtMs: number, lastRefusedAtMs: number): Resumption {
    const stoppedMs = atMs - firstRefusedAtMs
    this.#stoppedMs += stoppedMs
    this.#firstStopAtMs ??= firstRefusedAtMs
    // What came slowly before does not count: a run begins with one request after the other.
    const lengthMs = atMs - Math.max(this.#sinceMs, this.#firstStopAtMs - SECOND_MS)
    // It began to take requests again between the last refusal and now.
    const untilMs = (lastRefusedAtMs + atMs) / 2
    // A limit of a second was reached in the second before it stopped, whatever came before that.
    const recentPerMs = this.#recentAtMs.length / Math.max(SECOND_MS, stoppedMs)
    const perMs = Math.max(this.#taken / (untilMs - this.#sinceMs), recentPerMs)
    const isMeasured = lengthMs >= SHORTEST_MS && this.#stoppedMs > STOPPED_SHARE * lengthMs
    if (isMeasured || atMs - this.#sinceMs > LONGEST_MS) this.#begin(atMs)
    return { stoppedMs, meanIntervalMs: isMeasured && perMs > 0 ? 1 / perMs : null }
  }

  #begin(atMs: number): void {
    this.#sinceMs = atMs
    this.#firstStopAtMs = null
    this.#stoppedMs = 0
    this.#taken = 0
  }
}
