import type { Distribution, StandaloneStatusResponse } from '#contract/standalone-sender.ts'
import { Count } from '#web/admin/Count.tsx'
import { formatLocal } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { DistributionActions } from './DistributionActions.tsx'
import { DistributionBadge } from './DistributionBadge.tsx'
import { useDistributions } from './queries.ts'

interface HistoryTabProps {
  status: StandaloneStatusResponse
  onViewProgress(distributionId: string): void
  unit: string
}

/** Every distribution, newest first. */
export function HistoryTab({ status: { running }, onViewProgress, unit }: HistoryTabProps) {
  const { data, isError } = useDistributions(running)
  if (!data) {
    return isError ? (
      <Notice tone="error">
        <p>Failed to fetch distributions</p>
      </Notice>
    ) : null
  }
  if (data.distributions.length === 0) {
    return (
      <p className="py-12 text-center text-muted">
        No distributions found. Upload an Excel file to get started.
      </p>
    )
  }
  return (
    <ul className="divide-y divide-line">
      {data.distributions.map((distribution) => (
        <li key={distribution.id} className="space-y-2 py-4 first:pt-0">
          <DistributionSummary distribution={distribution} unit={unit} />
          <DistributionActions
            distribution={distribution}
            running={running}
            onViewProgress={onViewProgress}
          />
        </li>
      ))}
    </ul>
  )
}

function DistributionSummary({ distribution, unit }: { distribution: Distribution; unit: string }) {
  const { fileName, status, createdAt, totalAddresses, totalAmount } = distribution
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold [overflow-wrap:anywhere]">{fileName}</h3>
        <DistributionBadge status={status} />
      </div>
      <p className="text-13 text-muted">{formatLocal(createdAt)}</p>
      <Facts>
        <Count name="Addresses" count={totalAddresses} />
        <Fact name="Total Amount">
          <Amount value={totalAmount} unit={unit} />
        </Fact>
        <Count name="Successful" count={distribution.successfulTxns} />
        <Fact name="Amount Sent">
          <Amount value={distribution.totalAmountSent} unit={unit} />
        </Fact>
      </Facts>
    </>
  )
}
