import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds } from '#app/epoch-seconds.ts'
import { stateOf, waitingSinceOf } from '#app/payouts/sender-status.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { Distribution } from '#domain/distribution.ts'
import type { DistributionStatus } from '#domain/payout-states.ts'
import type { Run } from '#domain/run.ts'
import { clusterName } from '#solana/clusters.ts'
import { type DistributionTally, tallyOf } from './distribution-sums.ts'

/** Lists every distribution with its progress, newest first. */
export async function listDistributions({ store }: AppContext) {
  const [rows, sums] = await Promise.all([store.distributions.list(), store.distributions.sums()])
  const runs = await Promise.all(rows.map(({ id }) => store.runs.latest({ distributionId: id })))
  return rows.map((row, index) => describeDistribution(row, tallyOf(row.id, sums), runs[index]))
}

/** Describes a distribution as the panel shows it. */
export function describeDistribution(row: Distribution, tally: DistributionTally, run: Run | undefined) {
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
