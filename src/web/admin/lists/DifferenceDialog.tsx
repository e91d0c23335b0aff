import { useQuery } from '@tanstack/react-query'
import { endpoints } from '#api-schema/endpoints.ts'
import type { ListVersionView } from '#api-schema/lists.ts'
import { adminQuery } from '#web/admin/admin-send.ts'
import { Dialog } from '#web/admin/Dialog.tsx'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ListChangesTable } from './ListChangesTable.tsx'

interface DifferenceDialogProps {
  before: ListVersionView
  after: ListVersionView
  unit: string
  onClose(): void
}

/** Shows what the list in force has that an earlier version had not, and the reverse. */
export function DifferenceDialog({ before, after, unit, onClose }: DifferenceDialogProps) {
  const params = { id: String(before.id), b: String(after.id) }
  const { data, error } = useQuery({ ...adminQuery(endpoints.lists.difference, { params }), retry: false })
  return (
    <Dialog title="What changed since this version" shape="wide" onClose={onClose}>
      <p className="-mt-3 text-muted [overflow-wrap:anywhere]">
        {before.fileName}
        {before.publishedAt !== null && `, published ${formatLocal(before.publishedAt)}`}
      </p>
      {error && (
        <Notice tone="error">
          <p>{failureSentence(error)}</p>
        </Notice>
      )}
      {!data && !error && <Spinner label="Comparing both versions…" />}
      {data && <ListChangesTable preview={data} unit={unit} />}
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
