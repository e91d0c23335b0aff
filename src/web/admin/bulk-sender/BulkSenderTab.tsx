import { useState } from 'react'
import { useBulkSenderStatus } from '#web/admin/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { ConfigureTab } from './ConfigureTab.tsx'
import { ExecuteTab } from './ExecuteTab.tsx'
import { MonitorTab } from './MonitorTab.tsx'
import { ProgressBadge } from './ProgressBadge.tsx'

/** Pays the queued claims: set up the sending wallet, start, watch. */
export function BulkSenderTab({ unit }: { unit: string }) {
  const [tab, setTab] = useState('configure')
  const { data: status, isError, isFetching, refetch } = useBulkSenderStatus({ live: true })

  if (!status) {
    if (!isError) return <Spinner label="Loading..." />
    return (
      <Card className="space-y-4">
        <Notice tone="error">
          <p>Failed to fetch status</p>
        </Notice>
        <Button busy={isFetching} busyText="Trying again..." onClick={() => refetch()}>
          Try again
        </Button>
      </Card>
    )
  }

  return (
    <Card className="mx-auto max-w-[800px] space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-22 font-semibold">Solana Bulk Sender</h2>
        <ProgressBadge status={status.progress?.status ?? 'ready'} />
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
        onSelect={setTab}
        tabs={[
          { id: 'configure', title: 'Configure', content: <ConfigureTab status={status} /> },
          { id: 'execute', title: 'Execute', content: <ExecuteTab status={status} unit={unit} /> },
          { id: 'monitor', title: 'Monitor', content: <MonitorTab status={status} unit={unit} /> },
        ]}
      />
    </Card>
  )
}
