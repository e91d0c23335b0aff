import { CostEstimate } from '#web/admin/payout/CostEstimate.tsx'
import { useDistributionEstimate } from './queries.ts'

/** Shows the estimated cost of the rest of a distribution, and whether the wallet can pay it. */
export function DistributionEstimate({ distributionId, unit }: { distributionId: string; unit: string }) {
  const estimate = useDistributionEstimate(distributionId, { read: true })
  return <CostEstimate estimate={estimate} countName="Payments" unit={unit} />
}
