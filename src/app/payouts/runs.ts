import type { Readable } from 'node:stream'
import type { BulkSenderProgress } from '#api-schema/bulk-sender.ts'
import type { PayoutRun, RunPaymentBody } from '#api-schema/runs.ts'
import type { AppContext } from '#app/app-context.ts'
import {
  type PageQuery,
  pageOf,
  readNumberCursor,
  toEpochSeconds,
  toEpochSecondsOrNull,
} from '#app/reply-values.ts'
import { formatDecimalUnits, inSol } from '#domain/amounts.ts'
import type { ProgressStatus, RunPaymentState, RunState, SenderState } from '#domain/payout-states.ts'
import { PortalError } from '#domain/portal-error.ts'
import { type Run, runMessage } from '#domain/run.ts'
import { writeCsv } from '#lists/write-xlsx.ts'
import { clusterName } from '#solana/clusters.ts'
import { pagesOf } from '#store/database/queries.ts'
import type { ListedRun } from '#store/payouts/listed-runs.ts'
import type { ProgressCounts, RunCost, RunPaymentRow } from '#store/payouts/run-payments.ts'
import type { ReadTransaction } from '#store/store.ts'
import { shareOf } from './ledger.ts'
import { readTokenNames } from './token-names.ts'

/** Returns a page of the runs of both senders, newest first. Throws invalid_request on a malformed cursor. */
export async function listRuns(app: AppContext, { limit, cursor }: PageQuery) {
  const beforeId = readNumberCursor(cursor)
  const { runs, nextCursor } = await app.store.inReadTransaction(async (records) => {
    const rows = await records.listedRuns.page(limit + 1, beforeId)
    const { page, nextCursor } = pageOf(rows, limit, ({ id }) => String(id))
    const runs = []
    for (const run of page) runs.push(await readResults(records, run))
    return { runs, nextCursor }
  })
  const nameOf = await readTokenNames(app)
  return {
    asOf: toEpochSeconds(app.now()),
    runs: await Promise.all(runs.map((run) => describeRun(app, run, nameOf))),
    nextCursor,
  }
}

/** A run, its payments counted, and its cost. */
type RunResults = Awaited<ReturnType<typeof readResults>>

async function readResults({ runResults }: ReadTransaction, run: ListedRun) {
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
async function describeRun(
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
    message: runMessage(run, { paid, failed, hold: held, rejected }),
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

/**
 * Describes a comparison. Transactions that were acknowledged since no longer count as differences. What differs is told at once; that
 * nothing does only once all payments are decided.
 */
export async function describeComparison(
  { acknowledgements }: AppContext['store'],
  { genesisHash, mintDecimals, comparison }: ListedRun,
): Promise<PayoutRun['comparison']> {
  if (comparison === null) return null
  const { checkedAtMs, baseUnits, otherOutflows, undecided, ...counts } = comparison
  const acknowledged = await acknowledgements.among(genesisHash, otherOutflows)
  const open = otherOutflows.length - acknowledged.size
  const agrees = counts.missing + counts.unknownPayments + open === 0
  if (agrees && undecided > 0) return null
  return {
    ...counts,
    agrees,
    otherOutflows: open,
    acknowledgedOutflows: acknowledged.size,
    checkedAt: toEpochSeconds(checkedAtMs),
    amountUA: formatDecimalUnits(baseUnits, mintDecimals),
  }
}

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

export function isUnfinished({ state }: Run): boolean {
  return state === 'running' || state === 'stopping'
}

const PAGE = 500

const CSV_COLUMNS = [
  'claim',
  'row',
  'evm_address',
  'solana_address',
  'amount',
  'base_units',
  'dust',
  'outcome',
  'transaction',
  'slot',
  'fee_share_sol',
  'rent_share_sol',
  'reason',
]

/** Returns a run and a page of its payments, in the order of its list. Throws no_run, and invalid_request on a malformed cursor. */
export async function listRunPayments(
  app: AppContext,
  id: string,
  query: PageQuery & { state?: RunPaymentState | undefined },
) {
  const { state, limit, cursor } = query
  const afterId = readNumberCursor(cursor)
  const { results, rows } = await app.store.inReadTransaction(async (records) => {
    const run = await findRun(records, id)
    const rows = await records.runPayments.page(run.id, { state, limit: limit + 1, afterId })
    return { results: await readResults(records, run), rows }
  })
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => String(id))
  return {
    asOf: toEpochSeconds(app.now()),
    run: await describeRun(app, results, await readTokenNames(app)),
    payments: page.map(describePayment),
    nextCursor,
  }
}

/** Exports all payments of a run as a CSV, in the order of its list. Throws no_run. */
export async function exportRunPayments(app: AppContext, id: string): Promise<Readable> {
  const { id: runId } = await app.store.inReadTransaction((records) => findRun(records, id))
  const { page } = app.store.runPayments
  async function* rows() {
    const pages = pagesOf(
      0,
      (afterId) => page(runId, { afterId, limit: PAGE }),
      (row) => row.id,
    )
    for await (const payments of pages) yield* payments.map(csvRow)
  }
  return writeCsv(CSV_COLUMNS, rows())
}

async function findRun({ listedRuns }: ReadTransaction, id: string) {
  const run = /^\d{1,15}$/.test(id) ? await listedRuns.find(Number(id)) : undefined
  if (!run) throw new PortalError('no_run')
  return run
}

function describePayment(row: RunPaymentRow): RunPaymentBody {
  const { carrier } = row
  return {
    id: String(row.id),
    claimId: row.claimId ?? row.formerClaimId,
    isClaimReset: row.claimId === null && row.formerClaimId !== null,
    evmAddr: row.evmAddress,
    rowNumber: row.rowNumber,
    recipient: row.recipient,
    amountUA: formatDecimalUnits(row.baseUnits, row.mintDecimals),
    baseUnits: row.baseUnits.toString(),
    dustUA: row.dustUA,
    state: row.outcome,
    signature: (carrier?.state === 'paid' ? row.paidTx : null) ?? carrier?.signature ?? null,
    slot: carrier?.slot ?? null,
    feeSOL: carrier?.state === 'paid' ? inSol(shareOf(carrier.feeLamports, carrier)) : null,
    rentSOL: carrier?.state === 'paid' ? inSol(shareOf(carrier.rentLamports, carrier)) : null,
    reason: row.outcome === 'paid' ? null : (row.reason ?? carrier?.error ?? null),
  }
}

function csvRow(row: RunPaymentRow): string[] {
  const payment = describePayment(row)
  return [
    payment.claimId,
    payment.rowNumber,
    payment.evmAddr,
    payment.recipient,
    payment.amountUA,
    payment.baseUnits,
    payment.dustUA,
    payment.state,
    payment.signature,
    payment.slot,
    payment.feeSOL,
    payment.rentSOL,
    payment.reason,
  ].map((cell) => (cell === null ? '' : String(cell)))
}

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
    message: runMessage(run, { paid, failed, hold, rejected }),
    cost: describeCost(run, cost),
  }
}

/** Describes a run's estimated cost, and its cost so far. */
function describeCost(
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
