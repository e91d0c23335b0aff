import { useMutation } from '@tanstack/react-query'
import type { AnyInput, InputOf, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { Button } from '#web/ui/basics.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { downloadFile, type FileRoute, fileNameOf } from './admin-send.ts'
import { showFailure } from './failures.ts'

interface ExportButtonProps {
  list: FileRoute
  /** Where something has to be sent. */
  input?: AnyInput
  /** Shown where the server gives no reason. */
  failure: string
  children: string
}

type NeededInput<R extends Route> = Partial<InputOf<R>> extends InputOf<R> ? object : { input: InputOf<R> }

/** Downloads one of the server's lists. */
export function ExportButton<R extends FileRoute>(props: ExportButtonProps & { list: R } & NeededInput<R>) {
  const { list, input = {}, failure, children }: ExportButtonProps = props
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
    <ExportButton list={endpoints.admin.exportQueued} failure="Failed to export">
      Export Queued Claims
    </ExportButton>
  )
}
