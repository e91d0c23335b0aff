import type { PayoutRun } from '#api-schema/runs.ts'
import type { AppContext } from '#app/app-context.ts'
import { readNumberCursor } from '#app/cursors.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { RunComparison } from '#domain/run-comparison.ts'
import { clusterName } from '#solana/clusters.ts'
import type { ListedRun } from '#store/payouts/listed-runs.ts'
import type { ReadTransaction } from '#store/read-transaction.ts'
import { describeCost } from './run-progress.ts'

export interface RunsQuery {
  limit: number
  /** As the page before gave it. */
  cursor?: string | undefined
}

/** Returns a page of the runs of both senders, newest first. Throws invalid_request on a malformed cursor. */
export async function listRuns(app: AppContext, { limit, cursor }: RunsQuery) {
  const beforeId = readNumberCursor(cursor)
  const { runs, hasMore } = await app.store.inReadTransaction(async (records) => {
    const rows = await records.listedRuns.page(limit + 1, beforeId)
    const read = []
    for (const run of rows.slice(0, limit)) read.push(await readResults(records, run))
    return { runs: read, hasMore: rows.length > limit }
  })
  const last = runs.at(-1)
  return {
    asOf: toEpochSeconds(app.now()),
    runs: await Promise.all(runs.map((run) => describeRun(app, run))),
    nextCursor: hasMore && last ? String(last.run.id) : null,
  }
}

/** A run, its payments counted, and its cost. */
export type RunResults = Awaited<ReturnType<typeof readResults>>

export async function readResults({ runResults }: ReadTransaction, run: ListedRun) {
  return {
    run,
    counts: { ...(await runResults.outcome(run.id)), rejected: await runResults.countRejected(run.id) },
    cost: await runResults.cost(run.id),
  }
}

/** Describes a run of either sender. */
export async function describeRun(
  { store }: AppContext,
  { run, counts, cost }: RunResults,
): Promise<PayoutRun> {
  const { paid, failed, held, open, rejected } = counts
  return {
    id: String(run.id),
    sender: run.sender,
    distributionId: run.distributionId,
    fileName: run.fileName,
    cluster: clusterName(run.genesisHash),
    status: run.state,
    walletAddress: run.walletAddress,
    tokenMintAddress: run.mintAddress,
    transferCount: run.transferCount,
    limits: limitsOf(run),
    paid,
    failed,
    held,
    rejected,
    inOtherRuns: Math.max(run.transferCount - paid - failed - held - open - rejected, 0),
    startedAt: toEpochSeconds(run.startedAtMs),
    finishedAt: toEpochSecondsOrNull(run.finishedAtMs),
    message: run.message,
    cost: describeCost(run, cost),
    comparison: run.comparison === null ? null : await describeComparison(store, run, run.comparison),
  }
}

function limitsOf({ maxPayments, maxBaseUnits, mintDecimals, selectedCount, canary }: ListedRun) {
  return {
    count: maxPayments,
    amountUA: maxBaseUnits === null ? null : formatDecimalUnits(maxBaseUnits, mintDecimals),
    selected: selectedCount,
    canary,
  }
}

/** Describes a comparison. Transactions that were acknowledged since no longer count as differences. */
async function describeComparison(
  { acknowledgements }: AppContext['store'],
  { genesisHash, mintDecimals }: ListedRun,
  { checkedAtMs, baseUnits, otherOutflows, ...counts }: RunComparison,
): Promise<NonNullable<PayoutRun['comparison']>> {
  const acknowledged = await acknowledgements.among(genesisHash, otherOutflows)
  const open = otherOutflows.length - acknowledged.size
  return {
    ...counts,
    agrees: counts.missing + counts.unknownPayments + open === 0,
    otherOutflows: open,
    acknowledgedOutflows: acknowledged.size,
    checkedAt: toEpochSeconds(checkedAtMs),
    amountUA: formatDecimalUnits(baseUnits, mintDecimals),
  }
}
