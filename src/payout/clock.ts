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

/** Waits for work no longer than so many milliseconds, or until the signal: null where it takes longer. It goes on by itself. */
export function inTime<T>(
  clock: Pick<Clock, 'sleep'>,
  work: Promise<T>,
  ms: number,
  signal?: AbortSignal,
): Promise<Awaited<T> | null> {
  const done = new AbortController()
  const either = signal ? AbortSignal.any([signal, done.signal]) : done.signal
  // Its failure is not lost to whoever waits for it.
  work.catch(() => {})
  const tooLong = clock.sleep(ms, either).then(() => null)
  return Promise.race([work, tooLong]).finally(() => done.abort())
}
