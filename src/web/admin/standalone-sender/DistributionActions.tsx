import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Distribution } from '#contract/standalone-sender.ts'
import { adminRequest } from '#web/admin/admin-request.ts'
import { ExportButton } from '#web/admin/ExportButton.tsx'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { refreshStandalone, STANDALONE_API } from './queries.ts'

interface DistributionActionsProps {
  distribution: Distribution
  /** Whether any distribution runs: another can not be started then. */
  running: boolean
  onViewProgress?: ((distributionId: string) => void) | undefined
}

/** Starts what is pending, shows or stops what runs, and hands out what became of each row. */
export function DistributionActions({ distribution, running, onViewProgress }: DistributionActionsProps) {
  const { id, status } = distribution
  const queryClient = useQueryClient()
  const act = (action: 'start' | 'stop') =>
    adminRequest<{ message: string }>(`${STANDALONE_API}/${action}/${encodeURIComponent(id)}`, {
      method: 'POST',
    })
  const start = useMutation({
    mutationFn: () => act('start'),
    onSuccess: ({ message }) => {
      showToast({ tone: 'done', title: 'Distribution Started', description: message })
      onViewProgress?.(id)
      return refreshStandalone(queryClient)
    },
    onError: (error) =>
      showToast({
        tone: 'error',
        title: 'Start Failed',
        description: errorSentence(error, 'Failed to start distribution'),
      }),
  })
  const stop = useMutation({
    mutationFn: () => act('stop'),
    onSuccess: ({ message }) => {
      showToast({ title: 'Distribution Stopping', description: message })
      return refreshStandalone(queryClient)
    },
    onError: (error) =>
      showToast({
        tone: 'error',
        title: 'Stop Failed',
        description: errorSentence(error, 'Failed to stop distribution'),
      }),
  })

  return (
    <div className="flex flex-wrap gap-2">
      {status === 'pending' && (
        <Button
          size="small"
          variant="primary"
          disabled={running}
          busy={start.isPending}
          busyText="Starting..."
          onClick={() => start.mutate()}
        >
          Start Distribution
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
          busy={stop.isPending}
          busyText="Stopping..."
          onClick={() => stop.mutate()}
        >
          Stop Distribution
        </Button>
      )}
      {(status === 'completed' || status === 'failed') && (
        <ExportButton
          size="small"
          path={`${STANDALONE_API}/result/${encodeURIComponent(id)}`}
          fileName={`distribution_${id}.csv`}
          failure="Failed to export"
        >
          Export Result
        </ExportButton>
      )}
    </div>
  )
}
