import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { parseEnum } from '#web/admin/parse-enum.ts'
import { useBulkSenderStatus } from '#web/admin/queries.ts'
import { changeUrlState, useUrlState } from '#web/admin/url-state.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Configure } from './configure/Configure.tsx'
import { HoldList } from './history/HoldList.tsx'
import { LedgerTab } from './history/LedgerTab.tsx'
import { PastRuns } from './history/PastRuns.tsx'
import { RunPage } from './history/RunPage.tsx'
import { RunProgress } from './progress/Progress.tsx'
import { ProgressBadge, StateBadge } from './progress/StatusBadge.tsx'
import { Reconcile } from './records/Reconcile.tsx'
import { RecordsBehind } from './records/RecordsBehind.tsx'
import { ExecuteTab } from './start/ExecuteTab.tsx'

const TABS = ['configure', 'execute', 'monitor', 'ledger'] as const

/** Pays the queued claims: set up the sending wallet, start, watch. */
export function BulkSenderTab({ unit }: { unit: string }) {
  const place = useUrlState()
  const query = useBulkSenderStatus({ poll: true })
  const { data: status, isError, isFetched } = query

  if (!status) {
    return isFetched ? (
      <FailedQuery text="Failed to fetch status" query={query} />
    ) : (
      <Spinner label="Loading..." />
    )
  }

  const run = place('run')
  const tab = parseEnum(TABS, place('sender'))
  const isTable = tab === 'ledger' || (tab === 'monitor' && run !== '')
  return (
    <Card className={`mx-auto space-y-4 ${isTable ? 'max-w-[1200px]' : 'max-w-[800px]'}`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-22 font-semibold">Solana Bulk Sender</h2>
        <span className="flex items-center gap-2">
          <StateBadge state={status.state} />
          <ProgressBadge
            status={status.progress?.status ?? 'ready'}
            paid={status.progress?.successful ?? 0}
          />
        </span>
      </div>
      {isError && (
        <Notice tone="warn">
          <p>Failed to fetch status. What you see is older; it is asked for again every 5 seconds.</p>
        </Notice>
      )}
      <Tabs
        label="Bulk sender"
        level="inner"
        selected={tab}
        onSelect={(sender) => changeUrlState({ sender, run: '', outcome: '' }, { step: true })}
        tabs={[
          { id: 'configure', title: 'Configure', content: <Configure kind="bulk" status={status} /> },
          { id: 'execute', title: 'Execute', content: <ExecuteTab status={status} unit={unit} /> },
          {
            id: 'monitor',
            title: 'Monitor',
            content:
              run === '' ? (
                <MonitorTab status={status} unit={unit} />
              ) : (
                <RunPage key={run} id={run} status={status} unit={unit} />
              ),
          },
          { id: 'ledger', title: 'Ledger', content: <LedgerTab status={status} /> },
        ]}
      />
    </Card>
  )
}

/** The run, what could not be decided, the runs before, and whether the chain agrees with the records. */
function MonitorTab({ status, unit }: { status: BulkSenderStatusResponse; unit: string }) {
  return (
    <div className="space-y-6">
      <RecordsBehind kind="bulk" status={status} unit={unit} />
      <RunProgress status={status} />
      <HoldList unit={unit} />
      {/* The list changes when a run begins or ends. */}
      <PastRuns key={`${status.running}`} />
      <Reconcile kind="bulk" status={status} unit={unit} />
    </div>
  )
}
