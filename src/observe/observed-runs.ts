import type { RunState } from '#domain/payout-states.ts'
import type { Observe } from '#domain/portal-event.ts'
import type { Run } from '#domain/run.ts'
import type { RunStore } from '#store/runs.ts'

const ENDINGS = {
  stopped: 'run_stopped',
  completed: 'run_completed',
  failed: 'run_failed',
} as const satisfies Partial<Record<RunState, string>>

/** Tells that a run has begun. */
export function tellOfRun(observe: Observe, { id, sender, walletAddress, distributionId }: Run): void {
  observe({ event: 'run_created', runId: id, sender, wallet: walletAddress, distributionId })
}

/** Returns a store of runs that tells when one begins, waits, goes on and ends. */
export function observedRuns(runs: RunStore, observe: Observe): RunStore {
  /** What each run waits for by what was told last. The same words with another number in them are no news: some count down. */
  const told = new Map<number, string | null>()
  /** A stop may be asked for again and again. */
  const stopping = new Set<number>()

  return {
    ...runs,

    async create(run, claimIds) {
      const created = await runs.create(run, claimIds)
      if (created) tellOfRun(observe, created)
      return created
    },

    async setWaiting(runId, message, sinceMs, lease) {
      const isWritten = await runs.setWaiting(runId, message, sinceMs, lease)
      const words = message === null ? null : message.replaceAll(/\d+/g, '0')
      if (!isWritten || told.get(runId) === words) return isWritten
      told.set(runId, words)
      if (message === null) observe({ event: 'run_going_on', runId })
      else observe({ event: 'run_waiting', runId, reason: message })
      return isWritten
    },

    async askToStop(runId) {
      const isAsked = await runs.askToStop(runId)
      if (!isAsked || stopping.has(runId)) return isAsked
      stopping.add(runId)
      observe({ event: 'run_stop_asked', runId })
      return isAsked
    },

    async finish(runId, state, message, nowMs, lease) {
      const isFinished = await runs.finish(runId, state, message, nowMs, lease)
      if (!isFinished) return isFinished
      told.delete(runId)
      stopping.delete(runId)
      if (state in ENDINGS) observe({ event: ENDINGS[state as keyof typeof ENDINGS], runId, reason: message })
      return isFinished
    },
  }
}
