import type { BulkSenderProgress } from '#contract/bulk-sender.ts'
import { Count } from '#web/admin/Count.tsx'
import { formatDuration } from '#web/lib/format-time.ts'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { ProgressBadge } from './ProgressBadge.tsx'
import { RunCost } from './RunCost.tsx'

/** How far the run is, and what it has cost. */
export function RunProgress({ progress }: { progress: BulkSenderProgress | null }) {
  if (!progress || progress.status === 'ready') {
    return <p className="py-12 text-center text-muted">No bulk send operation in progress</p>
  }
  const { status, processed, totalClaims, successful, failed, held, currentBatch } = progress
  const { estimatedTimeRemaining, message, cost } = progress
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <div className="flex items-center justify-between gap-4">
          <ProgressBadge status={status} />
          <p className="font-mono tabular-nums">
            {groupThousands(processed)} / {groupThousands(totalClaims)}
          </p>
        </div>
        <ProgressBar label="Overall progress" value={processed} max={totalClaims} />
      </div>
      {message && (
        <Notice tone={status === 'failed' ? 'error' : 'info'}>
          <p>{message}</p>
        </Notice>
      )}
      <Facts>
        <Count name="Successful" count={successful} />
        <Count name="Failed" count={failed} />
        {held > 0 && <Count name="On hold: not decided yet, nothing more is sent for them" count={held} />}
        <Count name="Current Batch" count={currentBatch} />
        {status === 'running' && estimatedTimeRemaining > 0 && (
          <Fact name="Estimated Time Remaining">
            <span className="font-mono tabular-nums">{formatDuration(estimatedTimeRemaining)}</span>
          </Fact>
        )}
      </Facts>
      <RunCost cost={cost} />
    </div>
  )
}
