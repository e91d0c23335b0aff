import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { PaymentCounts } from '#web/admin/payout/PaymentCounts.tsx'
import { PayoutProgress } from '#web/admin/payout/PayoutProgress.tsx'
import { RunNotice } from '#web/admin/payout/RunNotice.tsx'
import { StopButton } from '#web/admin/payout/StopButton.tsx'
import { Moment } from '#web/admin/status/Moment.tsx'
import { formatDuration } from '#web/lib/format-time.ts'
import { Fact } from '#web/ui/Facts.tsx'
import { CLAIMS_PAYOUT } from './claims-payout.ts'
import { ProgressBadge } from './ProgressBadge.tsx'
import { RunCost } from './RunCost.tsx'

/** Shows the progress of the newest run, what it waits for, and its cost. */
export function RunProgress({ status }: { status: BulkSenderStatusResponse }) {
  const { progress, running, state, inFlight, held, asOf } = status
  if (!progress) return <NothingInProgress />
  const { processed, totalClaims, estimatedTimeRemaining, cost } = progress
  const wasStopped = progress.status === 'ready'
  return (
    <div className="space-y-6">
      {wasStopped && <NothingInProgress />}
      <PayoutProgress
        label="Overall progress"
        processed={processed}
        total={totalClaims}
        heading={
          wasStopped ? <span>The last run was stopped</span> : <ProgressBadge status={progress.status} />
        }
        footnote={<Moment asOf={asOf} />}
      />
      <RunNotice run={status} />
      {running && <StopButton payout={CLAIMS_PAYOUT} state={state} />}
      <PaymentCounts counts={{ ...progress, inFlight, held }} isRunning={running} holdHint="not decided yet">
        {progress.status === 'running' && estimatedTimeRemaining > 0 && (
          <Fact name="Estimated Time Remaining">
            <span className="font-mono tabular-nums">{formatDuration(estimatedTimeRemaining)}</span>
          </Fact>
        )}
      </PaymentCounts>
      <RunCost cost={cost} />
    </div>
  )
}

function NothingInProgress() {
  return <p className="py-12 text-center text-muted">No bulk send operation in progress</p>
}
