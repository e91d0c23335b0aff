import type { RunStore } from '#store/runs.ts'
import type { Clock } from './clock.ts'

/** How often the store is asked whether the run was stopped. */
const LOOK_EVERY_MS = 1_000

/** The run was stopped during work that nothing had been signed by yet. */
export class RunStoppedError extends Error {
  override name = 'RunStoppedError'
}

/**
 * Runs work on behalf of a run. Its signal is aborted, by a RunStoppedError, once somebody stops the run, and with the given
 * one.
 */
export async function runUntilStopped<T>(
  runs: Pick<RunStore, 'find'>,
  clock: Clock,
  runId: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController()
  const stopped = new AbortController()
  const watch = async () => {
    const sleep = () => clock.sleep(LOOK_EVERY_MS, done.signal)
    for (await sleep(); !done.signal.aborted; await sleep()) {
      const run = await runs.find(runId)
      if (run?.state !== 'running') return stopped.abort(new RunStoppedError('The run was stopped'))
    }
  }
  // Work that is not watched is only slower to stop.
  const watching = watch().catch(() => {})
  try {
    return await work(AbortSignal.any([signal, stopped.signal]))
  } finally {
    done.abort()
    await watching
  }
}
