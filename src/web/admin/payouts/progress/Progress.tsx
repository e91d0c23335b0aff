import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BulkSenderProgress, BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PortalStateBody } from '#api-schema/portal-state.ts'
import type { DistributionBody, StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import { polledQuery } from '#web/admin/admin-send.ts'
import { NoAnswer } from '#web/admin/FailedQuery.tsx'
import { SenderWarnings } from '#web/admin/payouts/configure/ConfiguredSender.tsx'
import { DistributionActions, startOf } from '#web/admin/payouts/history/HistoryTab.tsx'
import { CLAIMS_PAYOUT, type SenderStatusReply } from '#web/admin/payouts/payout.ts'
import { DistributionEstimate } from '#web/admin/payouts/start/CostEstimate.tsx'
import { StopButton } from '#web/admin/payouts/start/StartButton.tsx'
import { RepeatNotice } from '#web/admin/payouts/start/StartDistribution.tsx'
import { RUNNING_POLL_MS, useDistributionEstimate } from '#web/admin/queries.ts'
import { Moment } from '#web/admin/status/AsOf.tsx'
import { useLiveState } from '#web/admin/status/live-state.ts'
import { AmountFact, Count, countOf, Fact, Facts, groupThousands, Sol } from '#web/admin/values.tsx'
import { formatDuration, formatLocal } from '#web/lib/time.ts'
import { Notice, Skeleton } from '#web/ui/basics.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { DistributionBadge } from './StatusBadge.tsx'

/** Shows the progress of the newest run, what it waits for, and its cost. */
export function RunProgress({ status }: { status: BulkSenderStatusResponse }) {
  const { progress, running, state } = status
  const { state: live } = useLiveState()
  if (!progress) return <NothingInProgress />
  const { totalClaims, estimatedTimeRemaining, cost } = progress
  const { asOf, ...counts } = newestCounts(status, progress, live)
  const wasStopped = progress.status === 'ready'
  const left = totalClaims - counts.processed - counts.inFlight
  return (
    <section aria-label="Progress of the run" className="min-w-0 space-y-4">
      {wasStopped && <NothingInProgress />}
      <PayoutProgress
        label="Overall progress"
        processed={counts.processed}
        total={totalClaims}
        heading={<h3 className="font-semibold">{titleOfRun(progress.status)}</h3>}
        footnote={<Moment asOf={asOf} />}
      />
      <RunNotice run={status} sender={status} />
      {running && <StopButton payout={CLAIMS_PAYOUT} state={state} />}
      <PaymentCounts counts={counts} isRunning={running} holdHint="see below">
        {progress.status === 'running' && estimatedTimeRemaining > 0 && (
          <Fact name="Estimated Time Remaining">
            <span className="font-mono tabular-nums">{formatDuration(estimatedTimeRemaining)}</span>
          </Fact>
        )}
        {!running && left > 0 && <Count name="Not settled in this run" count={left} />}
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

/** The strip is told at once, and the rest is asked for now and then: while a run goes on, both show the newer of the two counts. */
function newestCounts(
  { running, inFlight, held, asOf }: BulkSenderStatusResponse,
  progress: BulkSenderProgress,
  live: PortalStateBody | null,
) {
  const run = live?.senders.bulk.run
  if (!live || !run?.running || !running || live.asOf <= asOf || run.total !== progress.totalClaims) {
    return { ...progress, inFlight, held, asOf }
  }
  const { processed, paid, failed, rejected } = run
  const counts = { processed, successful: paid, failed, rejected, inFlight: run.inFlight, held: run.held }
  return { ...progress, ...counts, asOf: live.asOf }
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
  const { progress: endpoint } = endpoints.standaloneSender
  const query = useQuery(polledQuery(endpoint, RUNNING_POLL_MS, { params: { distributionId } }))
  // As it is read and shown below: what was not begun takes as long as that says.
  const { data: estimate } = useDistributionEstimate(distributionId)
  const { data: progress } = query
  if (!progress) {
    return <NoAnswer query={query} text="Failed to fetch progress" until={<Skeleton className="h-80" />} />
  }
  const { fileName, processed, totalAddresses, leftOut } = progress
  const startable = startOf(progress) && !sender.running
  const secondsLeft = startOf(progress) ? estimate?.estimatedDuration : progress.estimatedTimeRemaining
  const isTimeKnown = secondsLeft !== undefined && (progress.status !== 'processing' || secondsLeft > 0)
  return (
    <section aria-label="Progress" className="space-y-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold [overflow-wrap:anywhere]">{fileName}</h3>
        <DistributionBadge distribution={progress} />
      </div>
      {/* Rows that were left out for good are no part of what is paid. */}
      <PayoutProgress
        label="Progress of the distribution"
        processed={processed - leftOut}
        total={totalAddresses - leftOut}
      />
      <RunNotice run={progress} sender={sender} />
      <RepeatNotice distribution={progress} />
      <PaymentCounts counts={progress} holdHint="see Bulk Sender, Monitor">
        <Fact name="Est. Time">
          {isTimeKnown ? <span className="font-mono tabular-nums">{secondsLeft} s</span> : 'Not known yet'}
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
  counts: Pick<BulkSenderProgress, 'successful' | 'failed' | 'currentBatch'> &
    Pick<BulkSenderStatusResponse, 'inFlight' | 'held'> & { rejected?: number }
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
  run: Pick<DistributionBody, 'state' | 'waitingSince' | 'inFlight' | 'message'>
  sender: Pick<SenderStatusReply, 'recordsBehind'>
}

/** Describes a run: since when it waits and for what, how a stop proceeds, or why it ended. */
function RunNotice({ run: { state, waitingSince, inFlight, message }, sender }: RunNoticeProps) {
  const isStopping = state === 'stopping'
  const goesOn = isStopping || sender.recordsBehind === null
  if (waitingSince === null && !isStopping) {
    if (message === null) return null
    return <Notice tone={state === 'failed' ? 'error' : 'info'}>{message}</Notice>
  }
  return (
    <Notice tone={waitingSince === null ? 'info' : 'warn'} title={titleOf(isStopping, waitingSince)}>
      {message && <p>{message}</p>}
      {goesOn && (
        <p>
          {isStopping
            ? `Nothing new is sent. ${countOf(inFlight, 'payment')} in flight ${inFlight === 1 ? 'is' : 'are'} settled first.`
            : 'It goes on by itself. Where a node is down, enter another one in the sender’s configuration meanwhile: the admin password suffices, the private key is not needed.'}
        </p>
      )}
    </Notice>
  )
}

function titleOf(isStopping: boolean, waitingSince: number | null): string {
  if (waitingSince === null) return 'Stopping'
  return `${isStopping ? 'Stopping, waiting' : 'Waiting'} since ${formatLocal(waitingSince)}`
}
