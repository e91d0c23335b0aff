import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '#api-schema/endpoints.ts'
import type { Distribution, StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { ExportButton } from '#web/admin/ExportButton.tsx'
import { isErrorCode } from '#web/admin/error-code.ts'
import { NOTHING_TO_STOP } from '#web/admin/sending/action-failure.ts'
import { canStart } from '#web/admin/sending/can-start.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { refreshStandalone, useDistributionEstimate } from './queries.ts'
import { hasResult, startOf } from './what-can-be-done.ts'

interface DistributionActionsProps {
  distribution: Distribution
  /** While it pays any distribution, or its records are behind, none can be started. */
  sender: StandaloneStatusResponse
  onViewProgress?: ((distributionId: string) => void) | undefined
}

/** Starts what is pending, shows or stops what runs, and hands out what became of each row. */
export function DistributionActions({ distribution, sender, onViewProgress }: DistributionActionsProps) {
  const { id, status, state } = distribution
  const { data: estimate } = useDistributionEstimate(id)
  const start = useAction(distribution, 'start', {
    title: 'Distribution Started',
    failure: 'Failed to start distribution',
    onDone: onViewProgress,
  })
  const stop = useAction(distribution, 'stop', {
    title: 'Distribution Stopping',
    failure: 'Failed to stop distribution',
  })
  const startable = startOf(distribution)

  return (
    <div className="flex flex-wrap gap-2">
      {startable && (
        <Button
          size="small"
          variant={startable === 'start' ? 'primary' : 'secondary'}
          disabled={sender.running || sender.recordsBehind !== null || !canStart(estimate)}
          busy={start.isPending}
          busyText="Starting..."
          onClick={() => start.mutate()}
        >
          {startable === 'start' ? 'Start Distribution' : 'Send What Is Left'}
        </Button>
      )}
      {status === 'processing' && onViewProgress && (
        <Button size="small" onClick={() => onViewProgress(id)}>
          View Progress
        </Button>
      )}
      {status === 'processing' && (
        <Button
          size="small"
          variant="danger"
          busy={stop.isPending || state === 'stopping'}
          busyText="Stopping..."
          onClick={() => stop.mutate()}
        >
          Stop Distribution
        </Button>
      )}
      {hasResult(distribution) && (
        <ExportButton
          size="small"
          list={endpoints.standaloneSender.result}
          input={{ params: { distributionId: id } }}
          failure="Failed to export"
        >
          Export Result
        </ExportButton>
      )}
    </div>
  )
}

interface ActionTexts {
  title: string
  /** Said where the server gives no reason. */
  failure: string
  onDone?: ((distributionId: string) => void) | undefined
}

function useAction({ id }: Distribution, action: 'start' | 'stop', { title, failure, onDone }: ActionTexts) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => adminSend(endpoints.standaloneSender[action], { params: { distributionId: id } }),
    onSuccess: ({ message }) => {
      showToast({ tone: action === 'start' ? 'done' : 'info', title, description: message })
      onDone?.(id)
      return refreshStandalone(queryClient)
    },
    onError(error) {
      showToast(
        action === 'stop' && isErrorCode(error, 'no_run_in_progress')
          ? NOTHING_TO_STOP
          : {
              tone: 'error',
              title: action === 'start' ? 'Start Failed' : 'Stop Failed',
              description: errorSentence(error, failure),
            },
      )
      return refreshStandalone(queryClient)
    },
  })
}
