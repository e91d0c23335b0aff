import { Count } from '#web/admin/Count.tsx'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DistributionActions } from './DistributionActions.tsx'
import { DistributionBadge } from './DistributionBadge.tsx'
import { DistributionEstimate } from './DistributionEstimate.tsx'
import { useDistributionProgress } from './queries.ts'
import { startOf } from './what-can-be-done.ts'

interface DistributionProgressProps {
  distributionId: string
  /** Whether any distribution runs. */
  running: boolean
  unit: string
}

/** How far one distribution is. */
export function DistributionProgress({ distributionId, running, unit }: DistributionProgressProps) {
  const query = useDistributionProgress(distributionId)
  const { data: progress, isFetched } = query
  if (!progress) {
    return isFetched ? (
      <FailedQuery text="Failed to fetch progress" query={query} />
    ) : (
      <Skeleton className="h-80" />
    )
  }
  const { fileName, status, processed, totalAddresses, message, held } = progress
  return (
    <section aria-label="Progress" className="space-y-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold [overflow-wrap:anywhere]">{fileName}</h3>
        <DistributionBadge status={status} />
      </div>
      <div className="space-y-2">
        <p className="text-right font-mono tabular-nums">
          {groupThousands(processed)} / {groupThousands(totalAddresses)}
        </p>
        <ProgressBar label="Progress of the distribution" value={processed} max={totalAddresses} />
      </div>
      {message && (
        <Notice tone={status === 'failed' ? 'error' : 'info'}>
          <p>{message}</p>
        </Notice>
      )}
      <Facts>
        <Count name="Successful" count={progress.successful} />
        <Count name="Failed" count={progress.failed} />
        {held > 0 && <Count name="On hold: see Bulk Sender, Monitor" count={held} />}
        <Count name="Current Batch" count={progress.currentBatch} />
        <Fact name="Est. Time">
          <span className="font-mono tabular-nums">{progress.estimatedTimeRemaining} s</span>
        </Fact>
        <Fact name="Tokens Sent">
          <Amount value={progress.totalAmountSent} unit={unit} />
        </Fact>
      </Facts>
      {startOf(progress) && !running && <DistributionEstimate distributionId={distributionId} unit={unit} />}
      <DistributionActions distribution={progress} running={running} />
    </section>
  )
}
