import { setTimeout as delay } from 'node:timers/promises'

/** The engine's clock, which a simulation replaces. */
export interface Clock {
  /**
   * Milliseconds since the epoch, for records that people read. It may jump: durations are never computed
   * from it.
   */
  now(): number
  /** Milliseconds since some moment, never running backwards: durations are measured by it. */
  monotonicMs(): number
  /** Returns early, without throwing, when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, { signal })
    } catch (error) {
      if (!signal.aborted) throw error
    }
  },
}
