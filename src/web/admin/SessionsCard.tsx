import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ActionBody, SessionBody } from '#api-schema/admin.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { queryKeyOf } from '#web/lib/query-client.ts'
import { Badge, Button, Card, Skeleton } from '#web/ui/basics.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { adminSend, freshQuery, pagedQuery } from './admin-send.ts'
import { ExportButton } from './ExportButton.tsx'
import { FailedQuery } from './FailedQuery.tsx'
import { showFailure } from './failures.ts'
import { PagedTable, type TableColumn } from './PagedTable.tsx'
import { capitalize, Time } from './values.tsx'

const { sessions, endSession, actions, exportActions } = endpoints.admin

/** Who is signed in: each session can be ended by itself. */
export function SessionsCard() {
  const query = useQuery(freshQuery(sessions))
  return (
    <Card className="space-y-4">
      <div>
        <h2 className="text-17 font-semibold">Sessions</h2>
        <p className="text-muted">Who is signed in now. One that is ended can do nothing more.</p>
      </div>
      {query.isPending && <Skeleton className="h-20" />}
      {query.isError && !query.data && <FailedQuery query={query} text="The sessions could not be read." />}
      {query.data && (
        <PagedTable
          label="Sessions"
          columns={COLUMNS}
          rows={query.data.sessions}
          empty="No session is open."
        />
      )}
    </Card>
  )
}

const COLUMNS: readonly TableColumn<SessionBody>[] = [
  { name: 'Browser', cell: ({ browser }) => browser ?? 'Not known' },
  { name: 'Session', cell: ({ id }) => <span className="font-mono">{id}</span> },
  { name: 'Signed in', cell: ({ signedInAt }) => <Time at={signedInAt} /> },
  { name: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  {
    name: 'End',
    isNumber: true,
    cell: ({ id, isOwn }) => (isOwn ? <Badge tone="done">This one</Badge> : <EndSession id={id} />),
  },
]

function EndSession({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const end = useMutation({
    mutationFn: () => adminSend(endSession, { params: { id } }),
    onSuccess: () =>
      showToast({ tone: 'done', title: 'Session Ended', description: 'It can do nothing more.' }),
    onError: (error) => showFailure('Session Not Ended', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeyOf(sessions) }),
  })
  return (
    <Button
      variant="quiet"
      size="small"
      busy={end.isPending}
      busyText="Ending..."
      aria-label={`End session ${id}`}
      onClick={() => end.mutate()}
    >
      End
    </Button>
  )
}

const ACTIONS_PER_PAGE = 10

/** What operators did, newest first: nothing is ever taken out of it. */
export function ActionsCard() {
  const query = useInfiniteQuery(pagedQuery(actions, { query: { limit: ACTIONS_PER_PAGE } }))
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
        <ExportButton list={exportActions} failure="Failed to export">
          Export Record
        </ExportButton>
      </div>
      {query.isPending && <Skeleton className="h-20" />}
      {query.isError && !query.data && <FailedQuery query={query} text="The record could not be read." />}
      {rows && (
        <PagedTable
          label="Record"
          columns={RECORD_COLUMNS}
          rows={rows}
          pages={query}
          empty="Nothing was done so far."
        />
      )}
    </Card>
  )
}

const RECORD_COLUMNS: readonly TableColumn<ActionBody & { id: string }>[] = [
  { name: 'Time', cell: ({ at }) => <Time at={at} /> },
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
  return capitalize(action.replaceAll('_', ' '))
}
