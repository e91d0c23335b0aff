import type { StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { PaymentCounts } from '#web/admin/payout/PaymentCounts.tsx'
import { PayoutProgress } from '#web/admin/payout/PayoutProgress.tsx'
import { RunNotice } from '#web/admin/payout/RunNotice.tsx'
import { SenderWarnings } from '#web/admin/sending/SenderWarnings.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Fact } from '#web/ui/Facts.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DistributionActions } from './DistributionActions.tsx'
import { DistributionBadge } from './DistributionBadge.tsx'
import { DistributionEstimate } from './DistributionEstimate.tsx'
import { useDistributionProgress } from './queries.ts'
import { RepeatNotice } from './RepeatNotice.tsx'
import { startOf } from './start-of.ts'

interface DistributionProgressProps {
  distributionId: string
  sender: StandaloneStatusResponse
  unit: string
}

/** Shows the progress of one distribution. */
export function DistributionProgress({ distributionId, sender, unit }: DistributionProgressProps) {
  const query = useDistributionProgress(distributionId)
  const { data: progress, isFetched } = query
  if (!progress) {
    return isFetched ? (
      <FailedQuery text="Failed to fetch progress" query={query} />
    ) : (
      <Skeleton className="h-80" />
    )
  }
  const { fileName, processed, totalAddresses } = progress
  const isTimeKnown = progress.status !== 'processing' || progress.estimatedTimeRemaining > 0
  const startable = startOf(progress) && !sender.running
  return (
    <section aria-label="Progress" className="space-y-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold [overflow-wrap:anywhere]">{fileName}</h3>
        <DistributionBadge distribution={progress} />
      </div>
      <PayoutProgress label="Progress of the distribution" processed={processed} total={totalAddresses} />
      <RunNotice run={progress} />
      <RepeatNotice distribution={progress} />
      <PaymentCounts counts={progress} holdHint="see Bulk Sender, Monitor">
        <Fact name="Est. Time">
          {isTimeKnown ? (
            <span className="font-mono tabular-nums">{progress.estimatedTimeRemaining} s</span>
          ) : (
            'Not known yet'
          )}
        </Fact>
        <Fact name="Tokens Sent">
          <Amount value={progress.totalAmountSent} unit={unit} />
        </Fact>
      </PaymentCounts>
      {startable && (
        <>
          <DistributionEstimate distributionId={distributionId} unit={unit} />
          <SenderWarnings warnings={sender.warnings} />
        </>
      )}
      <DistributionActions distribution={progress} sender={sender} unit={unit} />
    </section>
  )
}
