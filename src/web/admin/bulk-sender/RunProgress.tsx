import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { Count } from '#web/admin/Count.tsx'
import { RunNotice } from '#web/admin/sending/RunNotice.tsx'
import { formatDuration, formatLocal } from '#web/lib/format-time.ts'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { ProgressBadge } from './ProgressBadge.tsx'
import { RunCost } from './RunCost.tsx'
import { StopBulkSend } from './StopBulkSend.tsx'

/** How far the newest run is, what it waits for, and what it has cost. */
export function RunProgress({ status }: { status: BulkSenderStatusResponse }) {
  const { progress, inFlight, held, asOf } = status
  if (!progress) return <NothingInProgress />
  const { processed, totalClaims, successful, failed, currentBatch, estimatedTimeRemaining, cost } = progress
  return (
    <div className="space-y-6">
      {progress.status === 'ready' && <NothingInProgress />}
      <div className="space-y-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          {progress.status === 'ready' ? (
            <span>The last run was stopped</span>
          ) : (
            <ProgressBadge status={progress.status} />
          )}
          <p className="font-mono tabular-nums">
            {groupThousands(processed)} / {groupThousands(totalClaims)}
          </p>
        </div>
        <ProgressBar label="Overall progress" value={processed} max={totalClaims} />
        <p className="text-right text-13 text-muted">As of {formatLocal(asOf)}</p>
      </div>
      <RunNotice run={status} />
      <StopBulkSend status={status} />
      <Facts>
        <Count name="Successful" count={successful} />
        <Count name="Failed" count={failed} />
        {(status.running || inFlight > 0) && (
          <Count name="In flight: signed, not final yet" count={inFlight} />
        )}
        {held > 0 && <Count name="On hold: not decided yet" count={held} />}
        <Count name="Current Batch" count={currentBatch} />
        {progress.status === 'running' && estimatedTimeRemaining > 0 && (
          <Fact name="Estimated Time Remaining">
            <span className="font-mono tabular-nums">{formatDuration(estimatedTimeRemaining)}</span>
          </Fact>
        )}
      </Facts>
      <RunCost cost={cost} />
    </div>
  )
}

function NothingInProgress() {
  return <p className="py-12 text-center text-muted">No bulk send operation in progress</p>
}
