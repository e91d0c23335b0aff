import { endpoints } from '#api-schema/endpoints.ts'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { oneOf } from '#web/admin/one-of.ts'
import { Reconcile } from '#web/admin/sending/Reconcile.tsx'
import { RecordsBehind } from '#web/admin/sending/RecordsBehind.tsx'
import { changeUrlState, useUrlState } from '#web/admin/url-state.ts'
import { Card } from '#web/ui/Card.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { ConfigurationTab } from './ConfigurationTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { refreshStandalone, useStandaloneStatus } from './queries.ts'
import { StandaloneStats } from './StandaloneStats.tsx'
import { UploadTab } from './UploadTab.tsx'

const TABS = ['configuration', 'upload', 'history'] as const

/** Pays the rows of a spreadsheet: set up the wallet, upload, start, watch. */
export function StandaloneSenderTab({ unit }: { unit: string }) {
  const place = useUrlState()
  const selectedId = place('distribution') || null
  const query = useStandaloneStatus()
  const { data: status, isError, isFetched } = query
  const select = (distribution: string) => changeUrlState({ distribution })

  function viewProgress(distribution: string) {
    changeUrlState({ distribution, standalone: 'upload' }, { step: true })
  }

  return (
    <div className="mx-auto max-w-[800px] space-y-6">
      <h2 className="text-22 font-semibold">Standalone SPL Bulk Sender</h2>
      <StandaloneStats unit={unit} />
      {(isError || (isFetched && !status)) && <FailedQuery text="Failed to fetch status" query={query} />}
      {!isFetched && <Spinner label="Loading..." />}
      {status?.recordsBehind && (
        <RecordsBehind
          lacking={status.recordsBehind}
          api={endpoints.standaloneSender}
          unit={unit}
          refresh={refreshStandalone}
        />
      )}
      {status && (
        <Card>
          <Tabs
            label="Standalone sender"
            level="inner"
            selected={oneOf(TABS, place('standalone'))}
            onSelect={(tab) => changeUrlState({ standalone: tab }, { step: true })}
            tabs={[
              { id: 'configuration', title: 'Configuration', content: <ConfigurationTab status={status} /> },
              {
                id: 'upload',
                title: 'Upload & Send',
                content: <UploadTab status={status} selectedId={selectedId} onSelect={select} unit={unit} />,
              },
              {
                id: 'history',
                title: 'History',
                content: (
                  <div className="space-y-6">
                    <HistoryTab status={status} onViewProgress={viewProgress} unit={unit} />
                    {status.configured && (
                      <Reconcile api={endpoints.standaloneSender} sender={status} unit={unit} />
                    )}
                  </div>
                ),
              },
            ]}
          />
        </Card>
      )}
    </div>
  )
}
