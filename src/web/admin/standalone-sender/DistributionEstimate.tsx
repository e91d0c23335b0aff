import { CostEstimate } from '#web/admin/payout/CostEstimate.tsx'
import { useDistributionEstimate } from './queries.ts'

/** What paying the rest of a distribution will cost, and whether the wallet can. */
export function DistributionEstimate({ distributionId, unit }: { distributionId: string; unit: string }) {
  const estimate = useDistributionEstimate(distributionId, { read: true })
  return <CostEstimate estimate={estimate} countName="Payments" unit={unit} />
}
