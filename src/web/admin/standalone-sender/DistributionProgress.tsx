import type { StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import { Count } from '#web/admin/Count.tsx'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { RunNotice } from '#web/admin/sending/RunNotice.tsx'
import { SenderWarnings } from '#web/admin/sending/SenderWarnings.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DistributionActions } from './DistributionActions.tsx'
import { DistributionBadge } from './DistributionBadge.tsx'
import { DistributionEstimate } from './DistributionEstimate.tsx'
import { useDistributionProgress } from './queries.ts'
import { startOf } from './what-can-be-done.ts'

interface DistributionProgressProps {
  distributionId: string
  sender: StandaloneStatusResponse
  unit: string
}

/** How far one distribution is. */
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
  const { fileName, processed, totalAddresses, inFlight, held } = progress
  const startable = startOf(progress) && !sender.running
  return (
    <section aria-label="Progress" className="space-y-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold [overflow-wrap:anywhere]">{fileName}</h3>
        <DistributionBadge distribution={progress} />
      </div>
      <div className="space-y-2">
        <p className="text-right font-mono tabular-nums">
          {groupThousands(processed)} / {groupThousands(totalAddresses)}
        </p>
        <ProgressBar label="Progress of the distribution" value={processed} max={totalAddresses} />
      </div>
      <RunNotice run={progress} />
      <Facts>
        <Count name="Successful" count={progress.successful} />
        <Count name="Failed" count={progress.failed} />
        {inFlight > 0 && <Count name="In flight: signed, not final yet" count={inFlight} />}
        {held > 0 && <Count name="On hold: see Bulk Sender, Monitor" count={held} />}
        <Count name="Current Batch" count={progress.currentBatch} />
        <Fact name="Est. Time">
          <span className="font-mono tabular-nums">{progress.estimatedTimeRemaining} s</span>
        </Fact>
        <Fact name="Tokens Sent">
          <Amount value={progress.totalAmountSent} unit={unit} />
        </Fact>
      </Facts>
      {startable && (
        <>
          <DistributionEstimate distributionId={distributionId} unit={unit} />
          <SenderWarnings warnings={sender.warnings} />
        </>
      )}
      <DistributionActions distribution={progress} sender={sender} />
    </section>
  )
}
