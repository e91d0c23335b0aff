import { useState } from 'react'
import type { DistributionBody, StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import { Count } from '#web/admin/Count.tsx'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { DistributionBadge } from '#web/admin/payouts/progress/StatusBadge.tsx'
import { useDistributions } from '#web/admin/payouts/queries.ts'
import { DistributionEstimate } from '#web/admin/payouts/start/CostEstimate.tsx'
import { ReadAt } from '#web/admin/status/AsOf.tsx'
import { formatLocal } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DistributionActions, startOf } from './DistributionActions.tsx'
import { RepeatNotice } from './RepeatNotice.tsx'

interface HistoryTabProps {
  status: StandaloneStatusResponse
  onViewProgress(distributionId: string): void
}

/** Every distribution, newest first. */
export function HistoryTab({ status, onViewProgress }: HistoryTabProps) {
  const { running } = status
  const query = useDistributions(running)
  const { data, isFetched } = query
  if (!data) {
    return isFetched ? (
      <FailedQuery text="Failed to fetch distributions" query={query} />
    ) : (
      <Skeleton className="h-40" />
    )
  }
  if (data.distributions.length === 0) {
    return (
      <p className="py-12 text-center text-muted">
        No distributions found. Upload an Excel file to get started.
      </p>
    )
  }
  return (
    <div className="space-y-1">
      <p className="text-right">
        <ReadAt query={query} />
      </p>
      <ul className="divide-y divide-line">
        {data.distributions.map((distribution) => (
          <li key={distribution.id} className="space-y-2 py-4 first:pt-0">
            <DistributionSummary distribution={distribution} />
            {startOf(distribution) && !running && (
              <CostOnDemand distributionId={distribution.id} unit={distribution.tokenName} />
            )}
            <DistributionActions
              distribution={distribution}
              sender={status}
              onViewProgress={onViewProgress}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Makes the estimate on request only: it looks up every recipient on the chain. */
function CostOnDemand({ distributionId, unit }: { distributionId: string; unit: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit py-1 font-medium text-accent">What it will cost</summary>
      {isOpen && (
        <div className="pt-2">
          <DistributionEstimate distributionId={distributionId} unit={unit} />
        </div>
      )}
    </details>
  )
}

function DistributionSummary({ distribution }: { distribution: DistributionBody }) {
  const { fileName, createdAt, totalAddresses, totalAmount, tokenName: unit } = distribution
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold [overflow-wrap:anywhere]">{fileName}</h3>
        <DistributionBadge distribution={distribution} />
      </div>
      <p className="text-13 text-muted">{formatLocal(createdAt)}</p>
      <Facts>
        <Count name="Addresses" count={totalAddresses} />
        <Fact name="Total Amount">
          <Amount value={totalAmount} unit={unit} />
        </Fact>
        <Count name="Successful" count={distribution.successfulTxns} />
        {distribution.leftOut > 0 && <Count name="Left out, paid before" count={distribution.leftOut} />}
        <Fact name="Amount Sent">
          <Amount value={distribution.totalAmountSent} unit={unit} />
        </Fact>
      </Facts>
      <RepeatNotice distribution={distribution} />
    </>
  )
}
