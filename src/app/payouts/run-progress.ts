import type { BulkSenderProgress } from '#api-schema/bulk-sender.ts'
import type { AppContext } from '#app/app-context.ts'
import { inSol } from '#domain/lamports.ts'
import type { ProgressStatus, RunState } from '#domain/payout-states.ts'
import type { Run } from '#domain/run.ts'
import type { ProgressCounts, RunCost } from '#store/payouts/run-payments.ts'

const PROGRESS_STATUS = {
  running: 'running',
  stopping: 'running',
  stopped: 'ready',
  completed: 'completed',
  failed: 'failed',
} as const satisfies Record<RunState, ProgressStatus>

/** Reads the progress of a run, over claims or a distribution. */
export async function runProgress({ store: { runs } }: AppContext, run: Run) {
  return describeProgress(run, await runs.progress(run.id), await runs.cost(run.id))
}

/** Describes the progress of a run by its payments, counted, and its cost so far. */
export function describeProgress(
  run: Run,
  { paid, failed, hold, rejected }: ProgressCounts,
  cost: RunCost,
): BulkSenderProgress {
  const processed = paid + failed + hold + rejected
  const status = PROGRESS_STATUS[run.state]
  return {
    status,
    processed,
    totalClaims: run.transferCount,
    successful: paid,
    failed,
    held: hold,
    rejected,
    currentBatch: run.batchCount,
    estimatedTimeRemaining: status === 'running' ? secondsLeft(run, processed) : 0,
    message: run.message,
    cost: describeCost(run, cost),
  }
}

/** Describes a run's estimated cost, and its cost so far. */
export function describeCost(
  run: Run,
  { feeLamports, rentLamports, transactions }: RunCost,
): BulkSenderProgress['cost'] {
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
