import type { ReactNode } from 'react'
import type { BulkSenderProgress, BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type { StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import type { SenderState } from '#domain/payout-states.ts'
import { NoAnswer } from '#web/admin/FailedQuery.tsx'
import { SenderWarnings } from '#web/admin/payouts/configure/ConfiguredSender.tsx'
import { DistributionActions, startOf } from '#web/admin/payouts/history/DistributionActions.tsx'
import { RepeatNotice } from '#web/admin/payouts/history/RepeatNotice.tsx'
import { CLAIMS_PAYOUT } from '#web/admin/payouts/payout.ts'
import { useDistributionProgress } from '#web/admin/payouts/queries.ts'
import { Sol } from '#web/admin/payouts/Sol.tsx'
import { DistributionEstimate } from '#web/admin/payouts/start/CostEstimate.tsx'
import { Moment } from '#web/admin/status/AsOf.tsx'
import { formatDuration, formatLocal } from '#web/lib/format-time.ts'
import { AmountFact, Count, Fact, Facts } from '#web/ui/Facts.tsx'
import { countOf, groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DistributionBadge } from './StatusBadge.tsx'
import { StopButton } from './StopButton.tsx'

/** Shows the progress of the newest run, what it waits for, and its cost. */
export function RunProgress({ status }: { status: BulkSenderStatusResponse }) {
  const { progress, running, state, inFlight, held, asOf } = status
  if (!progress) return <NothingInProgress />
  const { processed, totalClaims, estimatedTimeRemaining, cost } = progress
  const wasStopped = progress.status === 'ready'
  return (
    <section aria-label="Progress of the run" className="min-w-0 space-y-4">
      {wasStopped && <NothingInProgress />}
      <PayoutProgress
        label="Overall progress"
        processed={processed}
        total={totalClaims}
        heading={<h3 className="font-semibold">{titleOfRun(progress.status)}</h3>}
        footnote={<Moment asOf={asOf} />}
      />
      <RunNotice run={status} />
      {running && <StopButton payout={CLAIMS_PAYOUT} state={state} />}
      <PaymentCounts counts={{ ...progress, inFlight, held }} isRunning={running} holdHint="see below">
        {progress.status === 'running' && estimatedTimeRemaining > 0 && (
          <Fact name="Estimated Time Remaining">
            <span className="font-mono tabular-nums">{formatDuration(estimatedTimeRemaining)}</span>
          </Fact>
        )}
        <Fact name={`Fees of ${countOf(cost.transactions, 'transaction')}`}>
          <Sol amount={cost.feeSOL} />
        </Fact>
        <Fact name="Rent of new token accounts">
          <Sol amount={cost.rentSOL} />
        </Fact>
      </PaymentCounts>
    </section>
  )
}

function titleOfRun(status: BulkSenderProgress['status']): string {
  if (status === 'running') return 'This run'
  return status === 'ready' ? 'The last run was stopped' : 'Last run'
}

function NothingInProgress() {
  return <p className="py-6 text-center text-muted">No bulk send operation in progress</p>
}

interface DistributionProgressProps {
  distributionId: string
  sender: StandaloneStatusResponse
}

/** Shows the progress of one distribution. */
export function DistributionProgress({ distributionId, sender }: DistributionProgressProps) {
  const query = useDistributionProgress(distributionId)
  const { data: progress } = query
  if (!progress) {
    return <NoAnswer query={query} text="Failed to fetch progress" until={<Skeleton className="h-80" />} />
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
        <AmountFact name="Tokens Sent" value={progress.totalAmountSent} unit={progress.tokenName} />
      </PaymentCounts>
      {startable && (
        <>
          <DistributionEstimate distributionId={distributionId} unit={progress.tokenName} />
          <SenderWarnings warnings={sender.warnings} />
        </>
      )}
      <DistributionActions distribution={progress} sender={sender} />
    </section>
  )
}

interface PaymentCountsProps {
  counts: {
    successful: number
    failed: number
    rejected?: number
    inFlight: number
    held: number
    currentBatch: number
  }
  /** Shows the number in flight even when it is zero. */
  isRunning?: boolean
  /** The hint on payments on hold. */
  holdHint: string
  /** Further facts. */
  children: ReactNode
}

/** Shows the numbers of a payout's payments by state. */
function PaymentCounts({ counts, isRunning = false, holdHint, children }: PaymentCountsProps) {
  const { successful, failed, rejected = 0, inFlight, held, currentBatch } = counts
  return (
    <Facts>
      <Count name="Successful" count={successful} />
      <Count name="Failed" count={failed} />
      {rejected > 0 && <Count name="Claim rejected meanwhile" count={rejected} />}
      {(isRunning || inFlight > 0) && <Count name="In flight: signed, not final yet" count={inFlight} />}
      {held > 0 && <Count name={`On hold: ${holdHint}`} count={held} />}
      <Count name="Current Batch" count={currentBatch} />
      {children}
    </Facts>
  )
}

interface PayoutProgressProps {
  /** Of the bar, for those who do not see it. */
  label: string
  processed: number
  total: number
  /** Beside the figure. */
  heading?: ReactNode
  /** Below the bar. */
  footnote?: ReactNode
}

/** Shows the processed share of a payout's payments, in a figure and a bar. */
function PayoutProgress({ label, processed, total, heading, footnote }: PayoutProgressProps) {
  return (
    <div className="space-y-2">
      <div
        className={`flex flex-wrap items-center gap-x-4 ${heading === undefined ? 'justify-end' : 'justify-between'}`}
      >
        {heading}
        <p className="font-mono tabular-nums">
          {groupThousands(processed)} / {groupThousands(total)}
        </p>
      </div>
      <ProgressBar label={label} value={processed} max={total} />
      {footnote}
    </div>
  )
}

interface RunNoticeProps {
  run: { state: SenderState; waitingSince: number | null; inFlight: number; message: string | null }
}

/** Describes a run: since when it waits and for what, how a stop proceeds, or why it ended. */
export function RunNotice({ run: { state, waitingSince, inFlight, message } }: RunNoticeProps) {
  const isStopping = state === 'stopping'
  if (waitingSince === null && !isStopping) {
    if (message === null) return null
    return <Notice tone={state === 'failed' ? 'error' : 'info'}>{message}</Notice>
  }
  return (
    <Notice tone={waitingSince === null ? 'info' : 'warn'} title={titleOf(isStopping, waitingSince)}>
      {message && <p>{message}</p>}
      <p>
        {isStopping
          ? `Nothing new is sent. ${countOf(inFlight, 'payment')} in flight ${inFlight === 1 ? 'is' : 'are'} settled first.`
          : 'It goes on by itself. Where a node is down, enter another one in the sender’s configuration meanwhile: the admin password suffices, the private key is not needed.'}
      </p>
    </Notice>
  )
}

function titleOf(isStopping: boolean, waitingSince: number | null): string {
  if (waitingSince === null) return 'Stopping'
  return `${isStopping ? 'Stopping, waiting' : 'Waiting'} since ${formatLocal(waitingSince)}`
}
