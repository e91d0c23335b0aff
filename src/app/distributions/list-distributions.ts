import type { Readable } from 'node:stream'
import type { DistributionBody as DescribedDistribution } from '#api-schema/standalone-sender.ts'
import type { AppContext } from '#app/app-context.ts'
import { isUnfinished, runProgress, stateOf, waitingSinceOf } from '#app/payouts/runs.ts'
import { readTokenNames } from '#app/payouts/token-names.ts'
import { countOf, toEpochSeconds, unknownCursor } from '#app/reply-values.ts'
import { formatDecimalUnits, sumAmounts } from '#domain/amounts.ts'
import type { Distribution } from '#domain/payout-source.ts'
import type { DistributionStatus, TransferState } from '#domain/payout-states.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Run } from '#domain/run.ts'
import { writeCsv } from '#lists/write-xlsx.ts'
import { clusterName } from '#solana/clusters.ts'
import type { DistributionSum } from '#store/payouts/distributions.ts'
import { describeRepeatedPayments } from './repeated-rows.ts'

/** Returns a page of the distributions with their progress, newest first; all without a limit. Throws invalid_request on an unknown cursor. */
export async function listDistributions(
  app: AppContext,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
) {
  const { store } = app
  const [all, sums, nameOf] = await Promise.all([
    store.distributions.list(),
    store.distributions.sums(),
    readTokenNames(app),
  ])
  const before = cursor === undefined ? -1 : all.findIndex(({ id }) => id === cursor)
  if (cursor !== undefined && before === -1) throw unknownCursor()
  const after = all.slice(before + 1)
  const rows = after.slice(0, limit)
  const runs = await Promise.all(rows.map(({ id }) => store.runs.latest({ distributionId: id })))
  return {
    distributions: await Promise.all(
      rows.map((row, index) =>
        describeDistribution(app, row, tallyOf(row.id, sums), runs[index], nameOf(row)),
      ),
    ),
    nextCursor: after.length > rows.length ? (rows.at(-1)?.id ?? null) : null,
  }
}

/** Describes a distribution as the panel shows it. */
async function describeDistribution(
  app: AppContext,
  row: Distribution,
  tally: DistributionTally,
  run: Run | undefined,
  tokenName: string,
): Promise<DescribedDistribution> {
  return {
    id: row.id,
    mint: row.mintAddress,
    tokenName,
    fileName: row.fileName,
    status: statusOf(tally, run),
    totalAddresses: row.rowCount,
    totalAmount: formatDecimalUnits(row.totalBaseUnits, row.mintDecimals),
    totalAmountSent: formatDecimalUnits(tally.paidBaseUnits, row.mintDecimals),
    successfulTxns: tally.paid,
    failed: tally.failed,
    held: tally.held,
    leftOut: tally.leftOut,
    createdAt: toEpochSeconds(row.createdAtMs),
    cluster: clusterName(row.genesisHash),
    message: run?.message ?? null,
    state: stateOf(run),
    waitingSince: waitingSinceOf(run),
    inFlight: tally.inFlight,
    repeats: await describeRepeats(app, row, tally, run),
  }
}

/** Describes what a start would pay again; null where it would not, or nothing is left to start. */
async function describeRepeats(
  { repeats }: AppContext,
  row: Distribution,
  { queued, failed, held }: DistributionTally,
  run: Run | undefined,
): Promise<DescribedDistribution['repeats']> {
  if ((run && isUnfinished(run)) || queued + failed + held === 0) return null
  return describeRepeatedPayments(await repeats(row))
}

function statusOf({ paid, failed, queued }: DistributionTally, run: Run | undefined): DistributionStatus {
  switch (run?.state) {
    case undefined:
      return 'pending'
    case 'stopped':
      return queued > 0 ? 'pending' : 'completed'
    case 'running':
    case 'stopping':
      return 'processing'
    case 'completed':
      return paid === 0 && failed > 0 ? 'failed' : 'completed'
    case 'failed':
      return 'failed'
  }
}

/** Deletes a distribution that was never started, and records that. Throws no_distribution and distribution_begun. */
export async function deleteDistribution({ store, now }: AppContext, id: string): Promise<void> {
  const distribution = await store.distributions.find(id)
  if (!distribution) throw new PortalError('no_distribution')
  const { fileName, fileHash, rowCount, totalBaseUnits, mintDecimals } = distribution
  const outcome = await store.distributions.remove(id, {
    atMs: now(),
    action: 'delete_distribution',
    subject: id,
    detail: `${fileName}: ${countOf(rowCount, 'payment')}, ${formatDecimalUnits(totalBaseUnits, mintDecimals)} tokens, SHA-256 ${fileHash}`,
  })
  if (outcome !== 'done') throw new PortalError(outcome)
}

/** Reads the progress of a distribution over all its runs. Throws no_distribution. */
export async function distributionProgress(app: AppContext, id: string) {
  const { store } = app
  const row = await store.distributions.find(id)
  if (!row) throw new PortalError('no_distribution')
  const [sums, run, nameOf] = await Promise.all([
    store.distributions.sums(id),
    store.runs.latest({ distributionId: id }),
    readTokenNames(app),
  ])
  const tally = tallyOf(id, sums)
  const progress = run ? await runProgress(app, run) : null
  return {
    ...(await describeDistribution(app, row, tally, run, nameOf(row))),
    processed: tally.paid + tally.failed + tally.held + tally.leftOut,
    successful: tally.paid,
    currentBatch: progress?.currentBatch ?? 0,
    estimatedTimeRemaining: progress?.estimatedTimeRemaining ?? 0,
  }
}

/** The numbers of a distribution's payments by state. */
interface DistributionTally {
  paid: number
  failed: number
  inFlight: number
  held: number
  /** Neither sent nor under way: a start sends these and the failed ones. */
  queued: number
  /** Paid before, and left out for that. */
  leftOut: number
  paidBaseUnits: bigint
}

export function tallyOf(id: string, sums: readonly DistributionSum[]): DistributionTally {
  const own = sums.filter(({ distributionId }) => distributionId === id)
  const of = (state: DistributionSum['state']) => own.find((sum) => sum.state === state)
  return {
    paid: of('paid')?.count ?? 0,
    failed: of('failed')?.count ?? 0,
    inFlight: of('in_flight')?.count ?? 0,
    held: of('hold')?.count ?? 0,
    queued: of('queued')?.count ?? 0,
    leftOut: of('left_out')?.count ?? 0,
    paidBaseUnits: of('paid')?.baseUnits ?? 0n,
  }
}

/**
 * Sums all distributions, in whole tokens: each token by itself, newest first. The totals beside them are those of the token that is
 * configured now, or of the newest distribution where none is.
 */
export async function standaloneStats(app: AppContext) {
  const { store } = app
  const [rows, sums, successfulTxns, sender, nameOf] = await Promise.all([
    store.distributions.list(),
    store.distributions.sums(),
    store.distributions.countTransactions(),
    store.senders.find('standalone'),
    readTokenNames(app),
  ])
  const tallies = rows.map((row) => ({ row, tally: tallyOf(row.id, sums) }))
  const byToken = Map.groupBy(tallies, ({ row }) => tokenOf(row))
  const sumOf = (group: typeof tallies = []) => ({
    totalAmount: sumAmounts(group.map(({ row }) => formatDecimalUnits(row.totalBaseUnits, row.mintDecimals))),
    totalAmountSent: sumAmounts(
      group.map(({ row, tally }) => formatDecimalUnits(tally.paidBaseUnits, row.mintDecimals)),
    ),
  })
  const shown = sender ?? rows[0]
  return {
    mint: shown?.mintAddress ?? null,
    tokenName: shown ? nameOf(shown) : null,
    ...sumOf(shown && byToken.get(tokenOf(shown))),
    byMint: [...byToken.values()].flatMap((group) =>
      group.slice(0, 1).map(({ row }) => ({
        mint: row.mintAddress,
        tokenName: nameOf(row),
        cluster: clusterName(row.genesisHash),
        ...sumOf(group),
      })),
    ),
    totalDistributions: rows.length,
    successfulTxns,
    successfulPayments: tallies.reduce((sum, { tally }) => sum + tally.paid, 0),
  }
}

function tokenOf({ genesisHash, mintAddress }: Pick<Distribution, 'genesisHash' | 'mintAddress'>): string {
  return `${genesisHash} ${mintAddress}`
}

const COLUMNS = ['row', 'address', 'amount', 'outcome', 'transaction', 'reason']

const OUTCOMES: Record<TransferState, string> = {
  queued: 'not sent',
  in_flight: 'under way',
  hold: 'on hold',
  paid: 'paid',
  failed: 'failed',
  left_out: 'left out',
}

/**
 * Exports the result of each row of a distribution so far, as a CSV in the order of the file. Throws
 * no_distribution.
 */
export async function distributionResult({ store }: AppContext, id: string): Promise<Readable> {
  const distribution = await store.distributions.find(id)
  if (!distribution) throw new PortalError('no_distribution')
  const unresolved = new Map(
    (await store.distributions.unresolvedAttempts(id)).map((attempt) => [attempt.transferId, attempt]),
  )
  const transfers = await store.distributions.transfers(id)
  return writeCsv(
    COLUMNS,
    transfers.map((transfer) => [
      String(transfer.rowNumber),
      transfer.recipient,
      formatDecimalUnits(transfer.baseUnits, distribution.mintDecimals),
      OUTCOMES[transfer.state],
      transfer.paidTx ?? unresolved.get(transfer.id)?.signature ?? '',
      transfer.failure ?? unresolved.get(transfer.id)?.error ?? '',
    ]),
  )
}
