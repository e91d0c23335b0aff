import { useInfiniteQuery } from '@tanstack/react-query'
import type { ActionBody } from '#api-schema/admin.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend, pagedQuery } from '#web/admin/admin-send.ts'
import { ExportButton } from '#web/admin/ExportButton.tsx'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { PagedTable, type TableColumn } from '#web/admin/PagedTable.tsx'
import { formatLocal } from '#web/lib/format-time.ts'
import { queryKeyOf } from '#web/lib/query-key.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const { actions, exportActions } = endpoints.admin

const ACTIONS_PER_PAGE = 10

/** What operators did, newest first: nothing is ever taken out of it. */
export function ActionsCard() {
  const query = useInfiniteQuery(
    pagedQuery(queryKeyOf(actions), (cursor) =>
      adminSend(actions, { query: { limit: ACTIONS_PER_PAGE, cursor } }),
    ),
  )
  const rows = query.data?.pages.flatMap((page) =>
    page.actions.map((action) => ({ ...action, id: action.hash })),
  )
  return (
    <Card className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-17 font-semibold">Record</h2>
          <p className="text-muted">
            What was done, and in which session. Each entry holds the hash of the one before, so that none can
            be changed unseen.
          </p>
        </div>
        <ExportButton list={exportActions} input={{}} failure="Failed to export">
          Export Record
        </ExportButton>
      </div>
      {query.isPending && <Skeleton className="h-20" />}
      {query.isError && !query.data && <FailedQuery query={query} text="The record could not be read." />}
      {rows && (
        <PagedTable
          label="Record"
          columns={COLUMNS}
          rows={rows}
          pages={query}
          empty="Nothing was done so far."
        />
      )}
    </Card>
  )
}

const COLUMNS: readonly TableColumn<ActionBody & { id: string }>[] = [
  {
    name: 'Time',
    cell: ({ at }) => <span className="whitespace-nowrap tabular-nums">{formatLocal(at)}</span>,
  },
  { name: 'What', cell: ({ action }) => <span className="whitespace-nowrap">{inWords(action)}</span> },
  {
    name: 'Facts',
    cell: ({ facts: { subject, detail } }) => (
      <span className="[overflow-wrap:anywhere]">{[subject, detail].filter(Boolean).join(': ')}</span>
    ),
  },
  {
    name: 'Session',
    cell: ({ session, facts: { person } }) => (
      <span className="whitespace-nowrap">
        {session === null ? 'Server' : <span className="font-mono">{session}</span>}
        {person !== null && `, ${person}`}
      </span>
    ),
  },
]

/** "mark_sent_forced" as "Mark sent forced": the same name as in the export. */
function inWords(action: string): string {
  const words = action.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
