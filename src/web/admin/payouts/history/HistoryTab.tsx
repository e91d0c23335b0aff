import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import type { DistributionBody, StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import { adminSend, polledQuery } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/Dialog.tsx'
import { ExportButton } from '#web/admin/ExportButton.tsx'
import { NoAnswer } from '#web/admin/FailedQuery.tsx'
import { showFailure } from '#web/admin/failures.ts'
import { PagedTable, type TableColumn } from '#web/admin/PagedTable.tsx'
import { distributionPayout } from '#web/admin/payouts/payout.ts'
import { DistributionBadge } from '#web/admin/payouts/progress/StatusBadge.tsx'
import { StopButton } from '#web/admin/payouts/start/StartButton.tsx'
import { isPaidBefore, StartDistribution } from '#web/admin/payouts/start/StartDistribution.tsx'
import { RUNNING_POLL_MS, refreshStandalone, useDistributionEstimate } from '#web/admin/queries.ts'
import { ReadAt } from '#web/admin/status/AsOf.tsx'
import { changeUrlState, useUrlState } from '#web/admin/url-state.ts'
import { countOf, groupThousands } from '#web/admin/values.tsx'
import { formatLocal } from '#web/lib/time.ts'
import { Button, Skeleton } from '#web/ui/basics.tsx'
import { showToast } from '#web/ui/toast-store.ts'

/** While nothing runs, the distributions are asked for less often. */
const IDLE_POLL_MS = 30_000

interface HistoryTabProps {
  status: StandaloneStatusResponse
  onViewProgress(distributionId: string): void
}

/** Every distribution, newest first. What each will cost, and which of its rows were paid before, is with its progress. */
export function HistoryTab({ status, onViewProgress }: HistoryTabProps) {
  const everyMs = status.running ? RUNNING_POLL_MS : IDLE_POLL_MS
  const query = useQuery(polledQuery(endpoints.standaloneSender.distributions, everyMs))
  const { data } = query
  if (!data) {
    const until = <Skeleton className="h-40" />
    return <NoAnswer query={query} text="Failed to fetch distributions" until={until} />
  }
  return (
    <div className="space-y-1">
      <PagedTable
        label="Distributions"
        columns={columnsOf(status, onViewProgress)}
        rows={data.distributions}
        empty="No distributions found. Upload an Excel file to get started."
      />
      <ReadAt query={query} />
    </div>
  )
}

function columnsOf(
  sender: StandaloneStatusResponse,
  onViewProgress: HistoryTabProps['onViewProgress'],
): TableColumn<DistributionBody>[] {
  return [
    {
      name: 'File',
      cell: ({ id, fileName, createdAt }) => (
        <span>
          <button
            type="button"
            onClick={() => onViewProgress(id)}
            className="text-right panel:text-left text-accent underline underline-offset-4 [overflow-wrap:anywhere]"
          >
            {fileName}
          </button>
          <span className="block whitespace-nowrap text-muted">{formatLocal(createdAt)}</span>
        </span>
      ),
    },
    { name: 'Status', cell: (distribution) => <DistributionBadge distribution={distribution} /> },
    {
      name: 'Addresses',
      isNumber: true,
      cell: ({ totalAddresses, repeats, leftOut }) => (
        <span>
          {groupThousands(totalAddresses)}
          {leftOut > 0 && <Aside text={`${groupThousands(leftOut)} left out`} />}
          {repeats && (
            <Aside
              text={`${groupThousands(repeats.rows)} ${isPaidBefore(repeats) ? 'paid' : 'signed'} before`}
            />
          )}
        </span>
      ),
    },
    { name: 'Total Amount', amount: ({ totalAmount }) => totalAmount, unit: ({ tokenName }) => tokenName },
    { name: 'Successful', isNumber: true, cell: ({ successfulTxns }) => groupThousands(successfulTxns) },
    {
      name: 'Amount Sent',
      amount: ({ totalAmountSent }) => totalAmountSent,
      unit: ({ tokenName }) => tokenName,
    },
    { name: 'Failed', isNumber: true, cell: ({ failed }) => groupThousands(failed) },
    { name: 'On hold', isNumber: true, cell: ({ held }) => groupThousands(held) },
    {
      name: 'Actions',
      cell: (distribution) => (
        <DistributionActions distribution={distribution} sender={sender} onViewProgress={onViewProgress} />
      ),
    },
  ]
}

function Aside({ text }: { text: string }) {
  return <span className="block text-muted">{text}</span>
}

interface DistributionActionsProps {
  distribution: DistributionBody
  sender: StandaloneStatusResponse
  onViewProgress?: ((distributionId: string) => void) | undefined
}

/** Starts a pending distribution, shows or stops a running one, and downloads the result of each row. */
export function DistributionActions({ distribution, sender, onViewProgress }: DistributionActionsProps) {
  const { id, status, state } = distribution
  const { data: estimate } = useDistributionEstimate(id)
  const payout = distributionPayout(id)
  const startable = startOf(distribution)

  return (
    <div className="flex flex-wrap justify-end gap-2 py-1 panel:justify-start">
      {startable && (
        <StartDistribution
          distribution={distribution}
          sender={sender}
          estimate={estimate}
          isAgain={startable === 'again'}
          onStarted={() => onViewProgress?.(id)}
        />
      )}
      {status === 'processing' && onViewProgress && (
        <Button size="small" onClick={() => onViewProgress(id)}>
          View Progress
        </Button>
      )}
      {status === 'processing' && <StopButton payout={payout} state={state} size="small" />}
      {hasResult(distribution) && (
        <ExportButton
          list={endpoints.standaloneSender.result}
          input={{ params: { distributionId: id } }}
          failure="Failed to export"
        >
          Export Result
        </ExportButton>
      )}
      {isUntouched(distribution) && <DeleteDistribution distribution={distribution} />}
    </div>
  )
}

/** True of a distribution that was never started. */
function isUntouched({ status, state, successfulTxns, failed, held }: DistributionBody): boolean {
  return status === 'pending' && state === 'ready' && successfulTxns + failed + held === 0
}

/** Tells whether any row has a result yet. */
function hasResult({ status, successfulTxns, failed, held }: DistributionBody): boolean {
  if (status === 'processing') return false
  return status !== 'pending' || successfulTxns + failed + held > 0
}

/** Deletes a distribution that was never started, after a question. */
function DeleteDistribution({ distribution }: { distribution: DistributionBody }) {
  const { id, fileName, totalAddresses, totalAmount, tokenName } = distribution
  const queryClient = useQueryClient()
  const place = useUrlState()
  const [isAsked, setIsAsked] = useState(false)
  const remove = useMutation({
    mutationFn: () => adminSend(endpoints.standaloneSender.remove, { params: { distributionId: id } }),
    onSuccess() {
      showToast({
        tone: 'done',
        title: 'Distribution Deleted',
        description: `${fileName} can not be started any more.`,
      })
      if (place('distribution') === id) changeUrlState({ distribution: '' })
    },
    onError: (error) => showFailure('Delete Failed', error, 'Failed to delete distribution'),
    onSettled() {
      setIsAsked(false)
      return refreshStandalone(queryClient)
    },
  })
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setIsAsked(true)}>
        Delete
      </Button>
      {isAsked && (
        <FormDialog
          title="Delete this distribution?"
          onClose={() => setIsAsked(false)}
          onSubmit={() => remove.mutate()}
          submit={{
            text: 'Delete distribution',
            busyText: 'Deleting...',
            busy: remove.isPending,
            danger: true,
          }}
        >
          <p className="[overflow-wrap:anywhere]">
            {fileName}: {countOf(totalAddresses, 'payment')}, {groupThousands(totalAmount)} {tokenName}.
            Nothing of it was started. To pay it later, upload the file again.
          </p>
        </FormDialog>
      )}
    </>
  )
}

/**
 * Tells how a distribution can be started: for the first time or after a stop, once more for failed payments or to prove what became of
 * those on hold, or not at all.
 */
export function startOf(distribution: DistributionBody): 'start' | 'again' | null {
  const { status, totalAddresses, successfulTxns, leftOut } = distribution
  if (status === 'pending') return 'start'
  const isLeft = successfulTxns + leftOut < totalAddresses
  return status !== 'processing' && isLeft ? 'again' : null
}
