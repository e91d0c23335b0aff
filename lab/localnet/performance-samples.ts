/** The slots that passed in a period of whole seconds, as getRecentPerformanceSamples names them. */
export interface PerformanceSample {
  slot: number
  numSlots: number
  numTransactions: number
  numNonVoteTransactions: number
  samplePeriodSecs: number
}

/** A validator takes a sample a minute. Here they are shorter, so that a young localnet has one. */
const SAMPLE_MS = 2_000

const KEPT = 720

/** Measures how many slots pass, by the wall clock, as a validator does. */
export class PerformanceSamples {
  readonly #nowMs: () => number
  readonly #samples: PerformanceSample[] = []
  #since: { slot: number; transactionCount: number; atMs: number } | null = null

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Notes a block that was opened. */
  note({ slot, transactionCount }: { slot: number; transactionCount: number }): void {
    const atMs = this.#nowMs()
    const since = this.#since
    if (since && atMs - since.atMs < SAMPLE_MS) return
    this.#since = { slot, transactionCount, atMs }
    if (!since) return
    const numTransactions = transactionCount - since.transactionCount
    const samplePeriodSecs = Math.round((atMs - since.atMs) / 1_000)
    const numSlots = slot - since.slot
    const sample = { slot, numSlots, numTransactions, numNonVoteTransactions: numTransactions }
    this.#samples.unshift({ ...sample, samplePeriodSecs })
    this.#samples.splice(KEPT)
  }

  /** Returns the newest samples, the newest first. */
  newest(count: number): readonly PerformanceSample[] {
    return this.#samples.slice(0, count)
  }
}
