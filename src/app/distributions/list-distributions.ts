import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds } from '#app/epoch-seconds.ts'
import { stateOf, waitingSinceOf } from '#app/payouts/sender-status.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { Distribution } from '#domain/distribution.ts'
import type { DistributionStatus } from '#domain/payout-states.ts'
import { isRepeated } from '#domain/repeated-payments.ts'
import type { Run } from '#domain/run.ts'
import { clusterName } from '#solana/clusters.ts'
import { type DistributionTally, tallyOf } from './distribution-sums.ts'

/** Lists every distribution with its progress, newest first. */
export async function listDistributions(app: AppContext) {
  const { store } = app
  const [rows, sums] = await Promise.all([store.distributions.list(), store.distributions.sums()])
  const runs = await Promise.all(rows.map(({ id }) => store.runs.latest({ distributionId: id })))
  return Promise.all(
    rows.map((row, index) => describeDistribution(app, row, tallyOf(row.id, sums), runs[index])),
  )
}

/** Describes a distribution as the panel shows it. */
export async function describeDistribution(
  app: AppContext,
  row: Distribution,
  tally: DistributionTally,
  run: Run | undefined,
) {
  return {
    id: row.id,
    fileName: row.fileName,
    status: statusOf(tally, run),
    totalAddresses: row.rowCount,
    totalAmount: formatDecimalUnits(row.totalBaseUnits, row.mintDecimals),
    totalAmountSent: formatDecimalUnits(tally.paidBaseUnits, row.mintDecimals),
    successfulTxns: tally.paid,
    failed: tally.failed,
    held: tally.held,
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
  { queued, failed }: DistributionTally,
  run: Run | undefined,
) {
  const isRunning = run?.state === 'running' || run?.state === 'stopping'
  if (isRunning || queued + failed === 0) return null
  const repeated = await repeats(row)
  if (!isRepeated(repeated)) return null
  const { owed, paidBefore, sameFile } = repeated
  return {
    payments: paidBefore,
    of: owed,
    sameFile: sameFile && {
      id: sameFile.id,
      fileName: sameFile.fileName,
      paidAt: toEpochSeconds(sameFile.paidAtMs),
    },
  }
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
