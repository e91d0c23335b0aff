import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { oneOf } from '#web/admin/one-of.ts'
import { StateBadge } from '#web/admin/payout/StateBadge.tsx'
import { useBulkSenderStatus } from '#web/admin/queries.ts'
import { changeUrlState, useUrlState } from '#web/admin/url-state.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { ConfigureTab } from './ConfigureTab.tsx'
import { ExecuteTab } from './ExecuteTab.tsx'
import { LedgerTab } from './LedgerTab.tsx'
import { MonitorTab } from './MonitorTab.tsx'
import { ProgressBadge } from './ProgressBadge.tsx'
import { RunPage } from './RunPage.tsx'

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
  const tab = oneOf(TABS, place('sender'))
  const isTable = tab === 'ledger' || (tab === 'monitor' && run !== '')
  return (
    <Card className={`mx-auto space-y-4 ${isTable ? 'max-w-[1200px]' : 'max-w-[800px]'}`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-22 font-semibold">Solana Bulk Sender</h2>
        <span className="flex items-center gap-2">
          <StateBadge state={status.state} />
          <ProgressBadge status={status.progress?.status ?? 'ready'} />
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
          { id: 'configure', title: 'Configure', content: <ConfigureTab status={status} /> },
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
          { id: 'ledger', title: 'Ledger', content: <LedgerTab status={status} unit={unit} /> },
        ]}
      />
    </Card>
  )
}
