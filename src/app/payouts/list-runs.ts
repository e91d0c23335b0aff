import type { PayoutRun } from '#api-schema/runs.ts'
import type { AppContext } from '#app/app-context.ts'
import { readNumberCursor } from '#app/cursors.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { clusterName } from '#solana/clusters.ts'
import type { ListedRun } from '#store/payouts/listed-runs.ts'
import type { ReadTransaction } from '#store/read-transaction.ts'
import { describeCost } from './run-progress.ts'
import { isUnfinished } from './sender-status.ts'
import { readTokenNames } from './token-names.ts'

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
  const nameOf = await readTokenNames(app)
  return {
    asOf: toEpochSeconds(app.now()),
    runs: await Promise.all(runs.map((run) => describeRun(app, run, nameOf))),
    nextCursor: hasMore && last ? String(last.run.id) : null,
  }
}

/** A run, its payments counted, and its cost. */
export type RunResults = Awaited<ReturnType<typeof readResults>>

export async function readResults({ runResults }: ReadTransaction, run: ListedRun) {
  const outcome = await runResults.outcome(run.id)
  return {
    run,
    counts: { ...outcome, rejected: await runResults.countRejected(run.id) },
    paidBaseUnits: isUnfinished(run) ? null : await paidBaseUnits(runResults, run, outcome.paid),
    cost: await runResults.cost(run.id),
  }
}

/** Sums what a run has paid. Where the chain shows the very payments of the records, it was summed when they were compared. */
async function paidBaseUnits(
  { payments }: ReadTransaction['runResults'],
  { id, comparison }: ListedRun,
  paid: number,
): Promise<bigint> {
  if (comparison?.payments === paid && comparison.missing === 0) return comparison.baseUnits
  return (await payments(id)).reduce((sum, { baseUnits }) => sum + baseUnits, 0n)
}

/** Describes a run of either sender. */
export async function describeRun(
  { store }: Pick<AppContext, 'store'>,
  { run, counts, paidBaseUnits, cost }: RunResults,
  nameOf: Awaited<ReturnType<typeof readTokenNames>>,
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
    paidAmountUA: paidBaseUnits === null ? null : formatDecimalUnits(paidBaseUnits, run.mintDecimals),
    tokenName: nameOf(run),
    failed,
    held,
    rejected,
    inOtherRuns: Math.max(run.transferCount - paid - failed - held - open - rejected, 0),
    startedAt: toEpochSeconds(run.startedAtMs),
    finishedAt: toEpochSecondsOrNull(run.finishedAtMs),
    message: run.message,
    cost: describeCost(run, cost),
    comparison: await describeComparison(store, run),
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
export async function describeComparison(
  { acknowledgements }: AppContext['store'],
  { genesisHash, mintDecimals, comparison }: ListedRun,
): Promise<PayoutRun['comparison']> {
  if (comparison === null) return null
  const { checkedAtMs, baseUnits, otherOutflows, ...counts } = comparison
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
