import { NodeFault } from './node-fault.ts'
import { LONGEST_RETRY_AFTER_MS } from './retry-after.ts'

/** A read is tried again for so long after its first failed request: a node that hangs is to be reported soon. */
const GIVE_UP_AFTER_MS = 10_000

/** A rate limit passes as the pace adapts, so that it gets more retries. */
const LIMIT_RETRIES = 8

/** Decides whether one read is tried again, at most `retries` times after faults that may pass. With 0 it is tried once. */
export class RetryBudget {
  readonly #retries: number
  #faults = 0
  #troubledSinceMs = 0
  #limits = 0
  #toldToWaitMs = 0

  constructor(retries: number) {
    this.#retries = retries
  }

  /** Counts the fault of a request that left at this time (monotonic). Returns true when the read is to be tried again. */
  allowsRetry(error: unknown, leftAtMs: number): boolean {
    if (!(error instanceof NodeFault) || this.#retries === 0) return false
    switch (error.kind) {
      case 'lasting':
        return false
      case 'limited':
        this.#limits += 1
        this.#toldToWaitMs += error.retryAfterMs
        return this.#limits <= LIMIT_RETRIES && this.#toldToWaitMs <= LONGEST_RETRY_AFTER_MS
      case 'passing':
        if (this.#faults === 0) this.#troubledSinceMs = leftAtMs
        this.#faults += 1
        return this.#faults <= this.#retries && performance.now() - this.#troubledSinceMs < GIVE_UP_AFTER_MS
    }
  }
}
