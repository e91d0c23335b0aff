import type { RpcUnavailableError } from '#solana/solana-rpc.ts'
import type { RunStore } from '#store/payouts/runs.ts'
import type { Clock } from './clock.ts'

/** The interval at which the store is checked for a stop of the run. */
const LOOK_EVERY_MS = 1_000

/** Thrown when the run was stopped during work that had signed nothing yet. */
export class RunStoppedError extends Error {
  override name = 'RunStoppedError'
}

/**
 * Runs work of a run, which signs nothing and holds or fails payments only as they were judged, and throws a RunStoppedError once the run
 * is stopped, or the reason of the given signal. The work's own signal is aborted then; what does not heed it goes on without anybody
 * waiting for it.
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
  // Without the watch the work is only slower to stop.
  const watching = watch().catch(() => {})
  const either = AbortSignal.any([signal, stopped.signal])
  try {
    return await Promise.race([work(either), rejectOnceAborted(either, done.signal)])
  } finally {
    done.abort()
    await watching
  }
}

/** It listens until `done`: a signal of several is kept as long as anybody listens to it. */
function rejectOnceAborted(signal: AbortSignal, done: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: done })
  })
  // The work may be done before.
  aborted.catch(() => {})
  return aborted
}

/** The message while transactions neither land nor expire. */
export const STUCK =
  'Waiting for transactions that were sent: for minutes, the Solana RPC node has shown them neither finalized nor expired. If it stays, configure the sender with another node.'

/** Describes which node a run waits for, and why. It need not be silent: it may belong to another cluster. */
export function waitingForNode({ nodeName, message: reason }: RpcUnavailableError): string {
  return `Waiting for the Solana RPC node${nodeName === null ? '' : ` ${nodeName}`}: ${reason}.`
}
