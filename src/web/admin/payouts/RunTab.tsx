import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { useEstimate } from '#web/admin/queries.ts'
import { useLiveState } from '#web/admin/status/live-state.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import type { ToastMessage } from '#web/ui/toast-store.ts'
import { SenderWarnings } from './configure/ConfiguredSender.tsx'
import { HoldList } from './history/HoldList.tsx'
import { PastRuns } from './history/PastRuns.tsx'
import { RunProgress } from './progress/Progress.tsx'
import { AnchorNow } from './records/AnchorNow.tsx'
import { RecordsBehind } from './records/RecordsBehind.tsx'
import { CostEstimate } from './start/CostEstimate.tsx'
import { ResetClaims } from './start/ResetClaims.tsx'
import { StartClaims } from './start/StartClaims.tsx'

const NOT_CONFIGURED: ToastMessage = {
  tone: 'error',
  title: 'Not Configured',
  description: 'Please configure the bulk sender first',
}

interface RunTabProps {
  status: BulkSenderStatusResponse
  unit: string
}

/** A run before, during and after it: what the next one will pay, how far one is, what it could not decide, and those before. */
export function RunTab({ status, unit }: RunTabProps) {
  const { running } = status
  const next = <NextRun key="next" status={status} unit={unit} />
  const progress = (
    <div key="progress" className="min-w-0 space-y-6">
      <RunProgress status={status} />
      <HoldList unit={unit} />
    </div>
  )
  return (
    <div className="space-y-6">
      <RecordsBehind kind="bulk" status={status} unit={unit} />
      <AnchorNow kind="bulk" status={status} />
      <div className="grid gap-x-12 gap-y-8 panel:grid-cols-2">
        {running ? [progress, next] : [next, progress]}
      </div>
      {/* The list changes when a run begins or ends. */}
      <PastRuns key={`${running}`} />
      <ResetClaims running={running} unit={unit} />
    </div>
  )
}

/** The claims that wait, what paying them costs, and the button that starts it. */
function NextRun({ status, unit }: RunTabProps) {
  const { configured, running, queuedClaimsCount, walletAddress, progress } = status
  const estimate = useEstimate(status)
  const sent = useLiveState().state?.claims.sent ?? 0
  return (
    <section aria-label="Next run" className="min-w-0 space-y-4">
      <h3 className="font-semibold">Next run</h3>
      {!configured && (
        <Notice tone="warn">
          <p>Please configure the bulk sender first in the Configure tab.</p>
        </Notice>
      )}
      {queuedClaimsCount === 0 && (
        <Notice tone="warn">
          <p>
            No queued claims to process.{(sent > 0 || progress !== null) && ' All claims have been sent.'}
          </p>
        </Notice>
      )}
      <Facts>
        <Fact name="Queued Claims">
          <span className="font-mono tabular-nums">{groupThousands(queuedClaimsCount)}</span>
        </Fact>
        <Fact name="Wallet Address">
          {walletAddress ? (
            <>
              <span className="font-mono text-13 break-all">{walletAddress}</span>
              <CopyButton text={walletAddress} />
            </>
          ) : (
            'N/A'
          )}
        </Fact>
      </Facts>
      {progress?.status === 'ready' && queuedClaimsCount > 0 && (
        <p className="text-muted">Starting again goes on with what is still owed.</p>
      )}
      {!running && <SenderWarnings warnings={status.warnings} />}
      <StartClaims
        status={status}
        estimate={estimate.data}
        unit={unit}
        disabled={queuedClaimsCount === 0}
        blocker={configured ? undefined : NOT_CONFIGURED}
      />
      {configured && !running && queuedClaimsCount > 0 && (
        <CostEstimate estimate={estimate} countName="Total Claims" unit={unit} />
      )}
    </section>
  )
}
