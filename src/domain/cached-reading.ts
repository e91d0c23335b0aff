/** Reads at most once in a while, and waits for no reading longer than a limit. */
export class CachedReading<T> {
  readonly #read: () => Promise<T>
  readonly #maxAgeMs: number
  readonly #limitMs: number
  #last: { value: T; atMs: number } | null = null
  #pending: Promise<T | null> | null = null

  constructor(read: () => Promise<T>, terms: { maxAgeMs: number; limitMs: number }) {
    this.#read = read
    this.#maxAgeMs = terms.maxAgeMs
    this.#limitMs = terms.limitMs
  }

  /** Returns the newest reading; null where none is to be had in time. Never throws. */
  async get(): Promise<T | null> {
    if (this.#last && performance.now() - this.#last.atMs < this.#maxAgeMs) return this.#last.value
    this.#pending ??= this.#start()
    const { promise: late, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(() => resolve(null), this.#limitMs)
    try {
      return await Promise.race([this.#pending, late])
    } finally {
      clearTimeout(timer)
    }
  }

  async #start(): Promise<T | null> {
    try {
      const value = await this.#read()
      this.#last = { value, atMs: performance.now() }
      return value
    } catch {
      return null
    } finally {
      this.#pending = null
    }
  }
}
