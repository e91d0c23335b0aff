import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionBody } from '#api-schema/admin.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminQuery, adminSend } from '#web/admin/admin-send.ts'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { PagedTable, type TableColumn } from '#web/admin/PagedTable.tsx'
import { showFailure } from '#web/admin/show-failure.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { queryKeyOf } from '#web/lib/query-key.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toast-store.ts'

const { sessions, endSession } = endpoints.admin

/** Who is signed in: each session can be ended by itself. */
export function SessionsCard() {
  const query = useQuery({ ...adminQuery(sessions), refetchOnMount: 'always' })
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

function Time({ at }: { at: number }) {
  return <span className="whitespace-nowrap tabular-nums">{formatLocal(at)}</span>
}

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
