import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { parseEnum } from '#web/admin/parse-enum.ts'
import { useBulkSenderStatus } from '#web/admin/queries.ts'
import { changeUrlState, useUrlState } from '#web/admin/url-state.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Configure } from './configure/Configure.tsx'
import { LedgerTab } from './history/LedgerTab.tsx'
import { RunPage } from './history/RunPage.tsx'
import { ProgressBadge } from './progress/StatusBadge.tsx'
import { RunTab } from './RunTab.tsx'

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
          <p>Failed to fetch status. What you see is older; it is asked for again every 5 seconds.</p>
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
