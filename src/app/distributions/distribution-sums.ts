import type { DistributionSum } from '#store/distributions.ts'

/** The numbers of a distribution's payments by state. */
export interface DistributionTally {
  paid: number
  failed: number
  inFlight: number
  held: number
  /** Neither sent nor under way: a start sends these and the failed ones. */
  queued: number
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
    paidBaseUnits: of('paid')?.baseUnits ?? 0n,
  }
}
