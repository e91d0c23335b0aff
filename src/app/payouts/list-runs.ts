import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { RunComparison } from '#domain/run-comparison.ts'
import { clusterName } from '#solana/clusters.ts'
import type { ListedRun } from '#store/runs.ts'
import { runCost } from './run-progress.ts'

export interface RunsQuery {
  limit: number
  /** As the page before gave it. */
  cursor?: string | undefined
}

/** Returns a page of the runs of both senders, newest first. Throws invalid_request on a malformed cursor. */
export async function listRuns(app: AppContext, { limit, cursor }: RunsQuery) {
  const beforeId = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await app.store.runs.list(limit + 1, beforeId)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    runs: await Promise.all(page.map((run) => describeRun(app, run))),
    nextCursor: rows.length > limit && last ? String(last.id) : null,
  }
}

function readCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw new PortalError('invalid_request', undefined, [
    { where: 'cursor', problem: 'Not a cursor that this list gave' },
  ])
}

/** Describes a run of either sender. */
export async function describeRun({ store }: AppContext, run: ListedRun) {
  const [counts, cost] = await Promise.all([store.runs.outcome(run.id), runCost(store, run)])
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
    ...counts,
    startedAt: toEpochSeconds(run.startedAtMs),
    finishedAt: toEpochSecondsOrNull(run.finishedAtMs),
    message: run.message,
    cost,
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
) {
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
