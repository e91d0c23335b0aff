import type { AppContext } from '#app/app-context.ts'
import { inSol } from '#domain/lamports.ts'
import type { ProgressStatus, RunState } from '#domain/payout-states.ts'
import type { Run } from '#domain/run.ts'

const PROGRESS_STATUS = {
  running: 'running',
  stopping: 'running',
  stopped: 'ready',
  completed: 'completed',
  failed: 'failed',
} as const satisfies Record<RunState, ProgressStatus>

/** Reads the progress of a run, over claims or a distribution. */
export async function runProgress({ store }: AppContext, run: Run) {
  const { paid, failed, hold } = await store.runs.transferCounts(run.id)
  const processed = paid + failed + hold
  const status = PROGRESS_STATUS[run.state]
  return {
    status,
    processed,
    totalClaims: run.transferCount,
    successful: paid,
    failed,
    held: hold,
    currentBatch: run.batchCount,
    estimatedTimeRemaining: status === 'running' ? secondsLeft(run, processed) : 0,
    message: run.message,
    cost: await runCost(store, run),
  }
}

/** Reads a run's estimated cost, and its cost so far. */
export async function runCost({ runs }: AppContext['store'], run: Run) {
  const { feeLamports, rentLamports, transactions } = await runs.cost(run.id)
  return {
    estimatedFeeSOL: inSol(run.estimatedFeeLamports),
    estimatedRentSOL: inSol(run.estimatedRentLamports),
    feeSOL: inSol(feeLamports),
    rentSOL: inSol(rentLamports),
    transactions,
  }
}

/**
 * Estimates the remaining time by the time spent paying. 0 while it is unknown: nothing is processed yet, or
 * the run waits.
 */
function secondsLeft(run: Run, processed: number): number {
  if (processed === 0 || run.waitingSinceMs !== null) return 0
  const left = Math.max(run.transferCount - processed, 0)
  return Math.ceil((run.activeMs / processed) * (left / 1000))
}
