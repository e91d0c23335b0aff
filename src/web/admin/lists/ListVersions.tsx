import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import type { ListVersionView } from '#api-schema/lists.ts'
import { adminQuery, adminSend } from '#web/admin/admin-send.ts'
import { Dialog } from '#web/admin/Dialog.tsx'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { failureSentence, showFailure } from '#web/admin/failures.ts'
import { refreshLists, useLists } from '#web/admin/queries.ts'
import { countOf } from '#web/admin/values.tsx'
import { formatLocal } from '#web/lib/time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge, Button, Card, Notice } from '#web/ui/basics.tsx'
import { Spinner } from '#web/ui/ProgressBar.tsx'
import { ListChangesTable } from './ListChangesTable.tsx'
import { ListQuestionDialog } from './ListQuestionDialog.tsx'
import { type ListQuestionReply, listAskedOf } from './use-list-question.ts'

/** The versions of the holder list, newest first: what each changed, and the way back. */
export function ListVersions({ unit }: { unit: string }) {
  const queryClient = useQueryClient()
  const query = useLists()
  const { data } = query
  const [compared, setCompared] = useState<ListVersionView | null>(null)
  const [asked, setAsked] = useState<ListQuestionReply | null>(null)
  const restore = useMutation({
    mutationFn: ({ id }: ListVersionView) =>
      adminSend(endpoints.lists.restore, { params: { id: String(id) } }),
    onSuccess: (reply) => setAsked(listAskedOf(reply)),
    onError(failed) {
      showFailure('Restore Failed', failed)
      // It may not be kept any more.
      return refreshLists(queryClient)
    },
  })

  const lists = data?.lists ?? []
  const inForce = lists.find(({ state }) => state === 'published')
  return (
    <Card className="space-y-3">
      <div>
        <h2 className="text-17 font-semibold">Versions of the list</h2>
        <p className="text-muted">The newest ten that were replaced can be compared and restored.</p>
      </div>
      {query.isError && <FailedQuery text="The versions of the list could not be read." query={query} />}
      {data && lists.length === 0 && <p className="text-muted">No list was published yet.</p>}
      <ul className="divide-y divide-line">
        {lists.map((version) => (
          <li
            key={version.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 space-y-0.5">
              <p className="flex flex-wrap items-center gap-x-2 font-semibold [overflow-wrap:anywhere]">
                {version.fileName}
                {version.state === 'published' && <Badge tone="done">In force</Badge>}
              </p>
              <p className="text-13 text-muted">
                {version.publishedAt !== null && <>{formatLocal(version.publishedAt)} · </>}
                {countOf(version.count, 'row')} · <Amount value={version.totalAmountUA} unit={unit} />
              </p>
              {version.root !== null && (
                <p className="text-13 text-muted">
                  Root <span className="font-mono break-all">{version.root}</span>
                </p>
              )}
            </div>
            {version.state === 'superseded' && version.isKept && (
              <div className="flex gap-2">
                {inForce?.isKept && (
                  <Button size="small" variant="quiet" onClick={() => setCompared(version)}>
                    Difference
                  </Button>
                )}
                <Button
                  size="small"
                  busy={restore.isPending && restore.variables.id === version.id}
                  busyText="Restoring..."
                  onClick={() => restore.mutate(version)}
                >
                  Restore
                </Button>
              </div>
            )}
            {!version.isKept && <span className="text-13 text-muted">Rows not kept</span>}
          </li>
        ))}
      </ul>
      {compared && inForce && (
        <DifferenceDialog before={compared} after={inForce} unit={unit} onClose={() => setCompared(null)} />
      )}
      {asked && (
        <ListQuestionDialog
          asked={asked}
          unit={unit}
          toast={{
            title: 'List Restored',
            words: ({ count }) => `${countOf(count, 'allocation')} in force again.`,
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}

interface DifferenceDialogProps {
  before: ListVersionView
  after: ListVersionView
  unit: string
  onClose(): void
}

/** Shows what the list in force has that an earlier version had not, and the reverse. */
function DifferenceDialog({ before, after, unit, onClose }: DifferenceDialogProps) {
  const params = { id: String(before.id), other: String(after.id) }
  const { data, error } = useQuery({ ...adminQuery(endpoints.lists.difference, { params }), retry: false })
  return (
    <Dialog title="What changed since this version" shape="wide" onClose={onClose}>
      <p className="-mt-3 text-muted [overflow-wrap:anywhere]">
        {before.fileName}
        {before.publishedAt !== null && `, published ${formatLocal(before.publishedAt)}`}
      </p>
      {error && <Notice tone="error">{failureSentence(error)}</Notice>}
      {!data && !error && <Spinner label="Comparing both versions…" />}
      {data && <ListChangesTable preview={data} unit={unit} />}
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
