import { useMutation } from '@tanstack/react-query'
import type { InputOf } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { downloadFile, type FileRoute, fileNameOf } from './admin-send.ts'
import { showFailure } from './show-failure.ts'

interface ExportButtonProps<R extends FileRoute> {
  list: R
  input: InputOf<R>
  /** Shown where the server gives no reason. */
  failure: string
  children: string
}

/** Downloads one of the server's lists. */
export function ExportButton<R extends FileRoute>(props: ExportButtonProps<R>) {
  const { list, input, failure, children } = props
  const fileName = fileNameOf(list, input)
  const save = useMutation({
    mutationFn: () => downloadFile(list, input),
    onSuccess: () =>
      showToast({ tone: 'done', title: 'Export Complete', description: `${fileName} was downloaded.` }),
    onError: (error) => showFailure('Export Failed', error, failure),
  })
  return (
    <Button size="small" busy={save.isPending} busyText="Exporting..." onClick={() => save.mutate()}>
      {children}
    </Button>
  )
}

/** Downloads the queued claims as a CSV file. */
export function ExportQueuedClaims() {
  return (
    <ExportButton list={endpoints.admin.exportQueued} input={{}} failure="Failed to export">
      Export Queued Claims
    </ExportButton>
  )
}
