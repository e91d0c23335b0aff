import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { SenderWarnings } from '#web/admin/payouts/configure/ConfiguredSender.tsx'
import { CLAIMS_PAYOUT } from '#web/admin/payouts/payout.ts'
import { RunNotice } from '#web/admin/payouts/progress/Progress.tsx'
import { StopButton } from '#web/admin/payouts/progress/StopButton.tsx'
import { AnchorNow } from '#web/admin/payouts/records/AnchorNow.tsx'
import { RecordsBehind } from '#web/admin/payouts/records/RecordsBehind.tsx'
import { useEstimate } from '#web/admin/queries.ts'
import { Moment } from '#web/admin/status/AsOf.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import type { ToastMessage } from '#web/ui/toast-store.ts'
import { CostEstimate } from './CostEstimate.tsx'
import { ResetClaims } from './ResetClaims.tsx'
import { StartClaims } from './StartClaims.tsx'

const NOT_CONFIGURED: ToastMessage = {
  tone: 'error',
  title: 'Not Configured',
  description: 'Please configure the bulk sender first',
}

/** Shows the payout and its costs, and the buttons that start and stop it. */
export function ExecuteTab({ status, unit }: { status: BulkSenderStatusResponse; unit: string }) {
  const { configured, running, state, queuedClaimsCount, walletAddress } = status
  const estimate = useEstimate(status)
  const wasStopped = status.progress?.status === 'ready' && queuedClaimsCount > 0

  return (
    <div className="space-y-6">
      <RecordsBehind kind="bulk" status={status} unit={unit} />
      <AnchorNow kind="bulk" status={status} />
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
      <Moment asOf={status.asOf} />
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
        <StartClaims
          status={status}
          estimate={estimate.data}
          unit={unit}
          disabled={queuedClaimsCount === 0}
          blocker={configured ? undefined : NOT_CONFIGURED}
        />
        {running && <StopButton payout={CLAIMS_PAYOUT} state={state} />}
      </div>
      <ResetClaims running={running} unit={unit} />
    </div>
  )
}
