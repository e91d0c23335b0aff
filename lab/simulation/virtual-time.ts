import type { Clock } from '#payout/clock.ts'

interface Timer {
  atMs: number
  order: number
  run(): void
  /** True when nothing awaits its result. */
  isPlain: boolean
}

/** The simulation deadlocked: everything waits, and nothing is due. */
export class NothingDueError extends Error {
  override name = 'NothingDueError'
}

/**
 * A clock that advances only when everything waits. All simulated code runs on microtasks alone, so that once a macrotask
 * runs everything has got as far as it can, and the next timer may fire. Timers that are due together fire in the order in
 * which they were set: a run is the same every time.
 */
export class VirtualTime implements Clock {
  #nowMs = 1_800_000_000_000
  #order = 0
  readonly #timers: Timer[] = []

  now(): number {
    return this.#nowMs
  }

  monotonicMs(): number {
    return this.#nowMs
  }

  after(ms: number, run: () => void): void {
    this.#set({ atMs: this.#nowMs + Math.max(0, ms), order: this.#order++, run, isPlain: false })
  }

  /** Runs repeatedly, first after `ms`. Nothing may await the result of `run`: the next timer fires right after it. */
  every(ms: number, run: () => void): void {
    const again = () => {
      run()
      set()
    }
    const set = () => this.#set({ atMs: this.#nowMs + ms, order: this.#order++, run: again, isPlain: true })
    set()
  }

  #set(timer: Timer): void {
    let index = this.#timers.length
    while (index > 0 && isAfter(this.#timers[index - 1], timer)) index -= 1
    this.#timers.splice(index, 0, timer)
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const wake = () => resolve()
      signal?.addEventListener('abort', wake, { once: true })
      this.after(ms, () => {
        signal?.removeEventListener('abort', wake)
        resolve()
      })
    })
  }

  /** Lets time pass until `done`, or for `limitMs`. Returns true when it was done. Throws NothingDueError. */
  async passUntil(done: () => boolean, limitMs: number): Promise<boolean> {
    const endMs = this.#nowMs + limitMs
    for (;;) {
      await new Promise(setImmediate)
      if (done()) return true
      if (!this.#fire(endMs)) return false
    }
  }

  /** Fires the next timer that is awaited, and before it those that nothing awaits. False when that is after the end. */
  #fire(endMs: number): boolean {
    for (;;) {
      const timer = this.#timers.shift()
      if (!timer) throw new NothingDueError('Everything waits and nothing is due')
      if (timer.atMs > endMs) return false
      this.#nowMs = timer.atMs
      timer.run()
      if (!timer.isPlain) return true
    }
  }
}

function isAfter(one: Timer | undefined, other: Timer): boolean {
  return one !== undefined && (one.atMs > other.atMs || (one.atMs === other.atMs && one.order > other.order))
}
