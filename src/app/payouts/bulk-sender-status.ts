import type { AppContext } from '#app/app-context.ts'
import { rpcOrigin } from '#app/senders/rpc-origin.ts'
import { inSol } from '#domain/lamports.ts'
import type { ProgressStatus, RunState } from '#domain/payout-states.ts'
import type { Run } from '#domain/run.ts'
import { clusterName } from '#solana/clusters.ts'
import { senderState } from './sender-state.ts'

export const PROGRESS_STATUS = {
  running: 'running',
  stopping: 'running',
  stopped: 'ready',
  completed: 'completed',
  failed: 'failed',
} as const satisfies Record<RunState, ProgressStatus>

/** The sender as it is configured, and how far its newest run has come. */
export async function bulkSenderStatus(app: AppContext) {
  const { store } = app
  const [sender, run, queuedClaimsCount] = await Promise.all([
    store.senders.find('bulk'),
    store.runs.latest('bulk'),
    store.claimTallies.countQueued(),
  ])
  return {
    configured: sender !== undefined,
    running: run !== undefined && PROGRESS_STATUS[run.state] === 'running',
    walletAddress: sender?.walletAddress ?? null,
    tokenMintAddress: sender?.mintAddress ?? null,
    rpcUrl: rpcOrigin(sender?.rpcUrl ?? app.solanaRpcUrl),
    cluster: sender ? clusterName(sender.genesisHash) : null,
    batchSize: sender?.batchSize ?? null,
    delayBetweenBatches: sender?.delayMs ?? null,
    priorityFeeCap: sender?.priorityFeeCap ?? null,
    queuedClaimsCount,
    progress: run ? await progressOf(app, run) : null,
    ...(await senderState(app, sender, run)),
  }
}

/** How far a run has come, whichever list it pays. */
export async function progressOf({ store }: AppContext, run: Run) {
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
    cost: await costOf(store, run),
  }
}

/** What a run was reckoned to cost, and what it has cost so far. */
export async function costOf({ runs }: AppContext['store'], run: Run) {
  const { feeLamports, rentLamports, transactions } = await runs.cost(run.id)
  return {
    estimatedFeeSOL: inSol(BigInt(run.estimatedFeeLamports)),
    estimatedRentSOL: inSol(BigInt(run.estimatedRentLamports)),
    feeSOL: inSol(feeLamports),
    rentSOL: inSol(rentLamports),
    transactions,
  }
}

/** Reckons by the time that was spent paying. 0 while nothing can be said: nothing is processed yet, or the run waits. */
function secondsLeft(run: Run, processed: number): number {
  if (processed === 0 || run.waitingSinceMs !== null) return 0
  const left = Math.max(run.transferCount - processed, 0)
  return Math.ceil((run.activeMs / processed) * (left / 1000))
}
