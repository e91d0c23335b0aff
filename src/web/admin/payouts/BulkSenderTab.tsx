import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { NoAnswer } from '#web/admin/FailedQuery.tsx'
import { useBulkSenderStatus, useEstimate } from '#web/admin/queries.ts'
import { useLiveState } from '#web/admin/status/live-state.ts'
import { changeUrlState, parseEnum, useUrlState } from '#web/admin/url-state.ts'
import { Card } from '#web/ui/Card.tsx'
import { CopyFact, Count, Fact, Facts } from '#web/ui/Facts.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import type { ToastMessage } from '#web/ui/toast-store.ts'
import { Configure } from './configure/Configure.tsx'
import { SenderWarnings } from './configure/ConfiguredSender.tsx'
import { HoldList } from './history/HoldList.tsx'
import { LedgerTab } from './history/LedgerTab.tsx'
import { PastRuns } from './history/PastRuns.tsx'
import { RunPage } from './history/RunPage.tsx'
import { RunProgress } from './progress/Progress.tsx'
import { ProgressBadge } from './progress/StatusBadge.tsx'
import { RecordsBehind } from './records/RecordsBehind.tsx'
import { CostEstimate } from './start/CostEstimate.tsx'
import { ResetClaims } from './start/ResetClaims.tsx'
import { StartClaims } from './start/StartClaims.tsx'
import { TreasuryFacts } from './TreasuryFacts.tsx'

const TABS = ['configure', 'execute', 'monitor', 'ledger'] as const

/** Pays the queued claims: set up the sending wallet, start, watch. */
export function BulkSenderTab({ unit }: { unit: string }) {
  const place = useUrlState()
  const query = useBulkSenderStatus({ poll: true })
  const { data: status, isError } = query

  if (!status) {
    return <NoAnswer query={query} text="Failed to fetch status" until={<Spinner label="Loading..." />} />
  }

  const run = place('run')
  const tab = parseEnum(TABS, place('sender'))
  const content =
    run === '' ? (
      <RunTab status={status} unit={unit} />
    ) : (
      <RunPage key={run} id={run} status={status} unit={unit} />
    )
  return (
    <Card className={`mx-auto space-y-4 ${tab === 'configure' ? 'max-w-[800px]' : ''}`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-22 font-semibold">Solana Bulk Sender</h2>
        <ProgressBadge status={status.progress?.status ?? 'ready'} paid={status.progress?.successful ?? 0} />
      </div>
      {isError && (
        <Notice tone="warn">
          Failed to fetch status. What you see is older; it is asked for again every 5 seconds.
        </Notice>
      )}
      <Tabs
        label="Bulk sender"
        level="inner"
        selected={tab}
        onSelect={(sender) => changeUrlState({ sender, run: '', outcome: '' }, { step: true })}
        tabs={[
          { id: 'configure', title: 'Configure', content: <Configure at="bulk" status={status} /> },
          // Both lead to the one place of a run.
          { id: 'execute', title: 'Execute', content },
          { id: 'monitor', title: 'Monitor', content },
          { id: 'ledger', title: 'Ledger', content: <LedgerTab status={status} unit={unit} /> },
        ]}
      />
    </Card>
  )
}

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
function RunTab({ status, unit }: RunTabProps) {
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
        <Notice tone="warn">Please configure the bulk sender first in the Configure tab.</Notice>
      )}
      {queuedClaimsCount === 0 && (
        <Notice tone="warn">
          No queued claims to process.{(sent > 0 || progress !== null) && ' All claims have been sent.'}
        </Notice>
      )}
      <Facts>
        <Count name="Queued Claims" count={queuedClaimsCount} />
        {walletAddress ? (
          <CopyFact name="Wallet Address" value={walletAddress} />
        ) : (
          <Fact name="Wallet Address">N/A</Fact>
        )}
        <TreasuryFacts status={status} unit={unit} />
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
