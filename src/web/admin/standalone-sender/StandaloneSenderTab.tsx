import { useState } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { ConfigurationTab } from './ConfigurationTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { useStandaloneStatus } from './queries.ts'
import { StandaloneStats } from './StandaloneStats.tsx'
import { UploadTab } from './UploadTab.tsx'

/** Pays the rows of a spreadsheet: set up the wallet, upload, start, watch. */
export function StandaloneSenderTab({ unit }: { unit: string }) {
  const [tab, setTab] = useState('configuration')
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const { data: status, isError } = useStandaloneStatus()

  function viewProgress(distributionId: string) {
    setSelectedId(distributionId)
    setTab('upload')
  }

  return (
    <div className="space-y-6">
      <h2 className="text-22 font-semibold">Standalone SPL Bulk Sender</h2>
      <StandaloneStats unit={unit} />
      {isError && (
        <Notice tone="error">
          <p>Failed to fetch status</p>
        </Notice>
      )}
      {!status && !isError && <Spinner label="Loading..." />}
      {status && (
        <Card>
          <Tabs
            label="Standalone sender"
            level="inner"
            selected={tab}
            onSelect={setTab}
            tabs={[
              { id: 'configuration', title: 'Configuration', content: <ConfigurationTab status={status} /> },
              {
                id: 'upload',
                title: 'Upload & Send',
                content: (
                  <UploadTab status={status} selectedId={selectedId} onSelect={setSelectedId} unit={unit} />
                ),
              },
              {
                id: 'history',
                title: 'History',
                content: <HistoryTab status={status} onViewProgress={viewProgress} unit={unit} />,
              },
            ]}
          />
        </Card>
      )}
    </div>
  )
}
