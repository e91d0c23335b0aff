/** Counts a run's calls, and how many were answered a second while it sent. */
export class CallLog {
  #answeredAtMs: number[] = []
  #sentAtMs: number[] = []
  total = 0
  refused = 0

  readonly note = (method: string, isAnswered: boolean): void => {
    const nowMs = performance.now()
    this.total += 1
    if (!isAnswered) this.refused += 1
    if (isAnswered) this.#answeredAtMs.push(nowMs)
    if (isAnswered && method === 'sendTransaction') this.#sentAtMs.push(nowMs)
  }

  /** Forgets the calls before the run. */
  begin(): void {
    this.#answeredAtMs = []
    this.#sentAtMs = []
    this.total = 0
    this.refused = 0
  }

  /** From the first transaction that was sent to the last one: before and after, the run waits for blocks. */
  get answeredPerSecond(): number {
    const [first = 0, last = 0] = [this.#sentAtMs[0], this.#sentAtMs.at(-1)]
    const within = this.#answeredAtMs.filter((atMs) => atMs > first && atMs <= last)
    return within.length / ((last - first) / 1000)
  }
}
