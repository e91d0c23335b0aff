import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import { rpcOrigin } from '#app/senders/rpc-origin.ts'
import { unreadableWords } from '#app/senders/sender-key.ts'
import { senderWarnings } from '#app/senders/sender-warnings.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { SenderState } from '#domain/payout-states.ts'
import type { RecordsBehind } from '#domain/records-behind.ts'
import type { Run } from '#domain/run.ts'
import { nodeUrlsOf, type Sender, type SenderKind } from '#domain/sender.ts'
import { clusterName } from '#solana/clusters.ts'
import { runProgress } from './run-progress.ts'

/**
 * Derives the state of a sender or a distribution from its run. One that waits while it stops is `stopping`,
 * as requested.
 */
export function stateOf(run: Run | undefined): SenderState {
  if (!run) return 'ready'
  return run.state === 'running' && run.waitingSinceMs !== null ? 'waiting' : run.state
}

/** Returns the time since which a run waits, in epoch seconds; null when it does not, or has ended. */
export function waitingSinceOf(run: Run | undefined): number | null {
  return run && isUnfinished(run) ? toEpochSecondsOrNull(run.waitingSinceMs) : null
}

/**
 * Describes a sender: its configuration, and its state by its newest run, its nodes, and the check of its
 * records.
 */
export async function senderStatus(app: AppContext, kind: SenderKind) {
  const [sender, run] = await senderAndRun(app, kind)
  return describeSender(app, sender, run)
}

/** Describes the sender of claims, with the number of queued claims and the progress of its newest run. */
export async function bulkSenderStatus(app: AppContext) {
  const [[sender, run], queuedClaimsCount, unpayableClaimsCount] = await Promise.all([
    senderAndRun(app, 'bulk'),
    app.store.claimTallies.countQueued(),
    app.store.figures.unpayableClaims(),
  ])
  return {
    ...(await describeSender(app, sender, run)),
    queuedClaimsCount,
    unpayableClaimsCount,
    progress: run ? await runProgress(app, run) : null,
  }
}

function senderAndRun({ store }: AppContext, kind: SenderKind) {
  return Promise.all([store.senders.find(kind), store.runs.latest({ sender: kind })])
}

async function describeSender(app: AppContext, sender: Sender | undefined, run: Run | undefined) {
  const { store, now } = app
  const [counts, behind] = await Promise.all([
    run && store.runs.transferCounts(run.id),
    sender && store.recordsBehind.find(sender),
  ])
  return {
    configured: sender !== undefined,
    running: run !== undefined && isUnfinished(run),
    walletAddress: sender?.walletAddress ?? null,
    tokenMintAddress: sender?.mintAddress ?? null,
    rpcUrl: rpcOrigin(sender?.rpcUrl ?? app.solanaRpcUrl),
    cluster: sender ? clusterName(sender.genesisHash) : null,
    batchSize: sender?.batchSize ?? null,
    delayBetweenBatches: sender?.delayMs ?? null,
    priorityFeeCap: sender?.priorityFeeCap ?? null,
    state: stateOf(run),
    waitingSince: waitingSinceOf(run),
    inFlight: counts?.in_flight ?? 0,
    held: counts?.hold ?? 0,
    message: run?.message ?? null,
    nodes: sender ? nodeUrlsOf(sender).map(rpcOrigin) : [],
    recordsBehind: describeBehind(sender, behind),
    warnings: sender ? [unreadableWords(app.secrets, sender) ?? [], senderWarnings(app, sender)].flat() : [],
    asOf: toEpochSeconds(now()),
  }
}

/** Describes the payments that the records of a sender's wallet lack; null where they lack none. */
export function describeBehind(sender: Sender | undefined, behind: RecordsBehind | undefined) {
  if (!sender || !behind) return null
  return {
    payments: behind.payments,
    amountUA: formatDecimalUnits(behind.baseUnits, sender.mintDecimals),
  }
}

export function isUnfinished({ state }: Run): boolean {
  return state === 'running' || state === 'stopping'
}
