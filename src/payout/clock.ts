import { setTimeout as delay } from 'node:timers/promises'

/** Time as the runner knows it, so that a simulation can hand it another. */
export interface Clock {
  now(): number
  /** Returns early, without throwing, when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, { signal })
    } catch (error) {
      if (!signal.aborted) throw error
    }
  },
}
