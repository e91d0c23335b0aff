import { endpoints } from '#api-schema/endpoints.ts'
import type { Distribution, StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import { ExportButton } from '#web/admin/ExportButton.tsx'
import { StopButton } from '#web/admin/payout/StopButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DeleteDistribution } from './DeleteDistribution.tsx'
import { distributionPayout } from './distribution-payout.ts'
import { useDistributionEstimate } from './queries.ts'
import { StartDistribution } from './StartDistribution.tsx'
import { startOf } from './start-of.ts'

interface DistributionActionsProps {
  distribution: Distribution
  sender: StandaloneStatusResponse
  unit: string
  onViewProgress?: ((distributionId: string) => void) | undefined
}

/** Starts a pending distribution, shows or stops a running one, and downloads the result of each row. */
export function DistributionActions({
  distribution,
  sender,
  unit,
  onViewProgress,
}: DistributionActionsProps) {
  const { id, status, state } = distribution
  const { data: estimate } = useDistributionEstimate(id)
  const payout = distributionPayout(id)
  const startable = startOf(distribution)

  return (
    <div className="flex flex-wrap gap-2">
      {startable && (
        <StartDistribution
          distribution={distribution}
          sender={sender}
          estimate={estimate}
          isAgain={startable === 'again'}
          unit={unit}
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
          size="small"
          list={endpoints.standaloneSender.result}
          input={{ params: { distributionId: id } }}
          failure="Failed to export"
        >
          Export Result
        </ExportButton>
      )}
      {isUntouched(distribution) && <DeleteDistribution distribution={distribution} unit={unit} />}
    </div>
  )
}

/** True of a distribution that was never started. */
function isUntouched({ status, state, successfulTxns, failed, held }: Distribution): boolean {
  return status === 'pending' && state === 'ready' && successfulTxns + failed + held === 0
}

/** Tells whether any row has a result yet. */
function hasResult({ status, successfulTxns, failed, held }: Distribution): boolean {
  if (status === 'processing') return false
  return status !== 'pending' || successfulTxns + failed + held > 0
}
