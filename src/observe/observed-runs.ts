import type { RunState } from '#domain/payout-states.ts'
import type { Observe } from '#domain/portal-event.ts'
import type { RunStore } from '#store/runs.ts'

const ENDINGS = {
  stopped: 'run_stopped',
  completed: 'run_completed',
  failed: 'run_failed',
} as const satisfies Partial<Record<RunState, string>>

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
      if (created)
        observe({
          event: 'run_created',
          runId: created.id,
          sender: created.sender,
          wallet: created.walletAddress,
          distributionId: created.distributionId,
        })
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
