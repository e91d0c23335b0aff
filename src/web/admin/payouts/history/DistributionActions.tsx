import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import type { DistributionBody, StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { ExportButton } from '#web/admin/ExportButton.tsx'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { distributionPayout } from '#web/admin/payouts/payout.ts'
import { StopButton } from '#web/admin/payouts/progress/StopButton.tsx'
import { refreshStandalone, useDistributionEstimate } from '#web/admin/payouts/queries.ts'
import { StartDistribution } from '#web/admin/payouts/start/StartDistribution.tsx'
import { showFailure } from '#web/admin/show-failure.ts'
import { changeUrlState, useUrlState } from '#web/admin/url-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { countOf, groupThousands } from '#web/ui/group-thousands.ts'
import { showToast } from '#web/ui/toast-store.ts'

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
 * Tells how a distribution can be started: for the first time or after a stop, once more for failed payments,
 * or not at all.
 */
export function startOf({
  status,
  totalAddresses,
  successfulTxns,
  held,
  leftOut,
}: DistributionBody): 'start' | 'again' | null {
  if (status === 'pending') return 'start'
  const isLeft = successfulTxns + held + leftOut < totalAddresses
  return status !== 'processing' && isLeft ? 'again' : null
}
