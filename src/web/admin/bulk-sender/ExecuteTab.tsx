import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { refreshBulkSender, useEstimate } from '#web/admin/queries.ts'
import { actionFailure } from '#web/admin/sending/action-failure.ts'
import { CostEstimate } from '#web/admin/sending/CostEstimate.tsx'
import { canStart } from '#web/admin/sending/can-start.ts'
import { RunNotice } from '#web/admin/sending/RunNotice.tsx'
import { SenderWarnings } from '#web/admin/sending/SenderWarnings.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { BulkRecordsBehind } from './BulkRecordsBehind.tsx'
import { ResetClaims } from './ResetClaims.tsx'
import { StopBulkSend } from './StopBulkSend.tsx'

/** What is to be paid, what it costs, and the buttons that start and stop it. */
export function ExecuteTab({ status, unit }: { status: BulkSenderStatusResponse; unit: string }) {
  const queryClient = useQueryClient()
  const { configured, running, queuedClaimsCount, walletAddress, recordsBehind } = status
  const estimate = useEstimate(status)
  const wasStopped = status.progress?.status === 'ready' && queuedClaimsCount > 0
  const start = useMutation({
    mutationFn: () => adminSend(endpoints.bulkSender.start),
    onSuccess: ({ message }) => {
      showToast({ tone: 'done', title: 'Bulk Send Started', description: message })
      return refreshBulkSender(queryClient)
    },
    onError: (error) => showToast(actionFailure('Start', error)),
  })

  function startIfConfigured() {
    if (configured) start.mutate()
    else {
      showToast({
        tone: 'error',
        title: 'Not Configured',
        description: 'Please configure the bulk sender first',
      })
    }
  }

  return (
    <div className="space-y-6">
      <BulkRecordsBehind status={status} unit={unit} />
      {running && <RunNotice run={status} />}
      {!configured && (
        <Notice tone="warn">
          <p>Please configure the bulk sender first in the Configure tab.</p>
        </Notice>
      )}
      {queuedClaimsCount === 0 && (
        <Notice tone="warn">
          <p>No queued claims to process. All claims have been sent.</p>
        </Notice>
      )}
      <Facts>
        <Fact name="Queued Claims">
          <span className="font-mono tabular-nums">{groupThousands(queuedClaimsCount)}</span>
        </Fact>
        <Fact name="Wallet Address">
          {walletAddress ? (
            <>
              <span className="font-mono text-13 break-all sm:text-15">{walletAddress}</span>
              <CopyButton text={walletAddress} />
            </>
          ) : (
            'N/A'
          )}
        </Fact>
      </Facts>
      {configured && !running && queuedClaimsCount > 0 && (
        <CostEstimate estimate={estimate} countName="Total Claims" unit={unit} />
      )}
      {wasStopped && (
        <p className="text-muted">
          The last run was stopped. Starting again goes on with what is still owed.
        </p>
      )}
      {!running && <SenderWarnings warnings={status.warnings} />}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          disabled={running || queuedClaimsCount === 0 || recordsBehind !== null || !canStart(estimate.data)}
          busy={start.isPending}
          busyText="Starting..."
          onClick={startIfConfigured}
        >
          Start Bulk Send
        </Button>
        <StopBulkSend status={status} />
      </div>
      <ResetClaims running={running} />
    </div>
  )
}
