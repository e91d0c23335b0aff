import { useMutation } from '@tanstack/react-query'
import type { InputOf } from '#api-schema/endpoint.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { downloadFile, type FileRoute, fileNameOf } from './admin-send.ts'

interface ExportButtonProps<R extends FileRoute> {
  list: R
  input: InputOf<R>
  /** Shown where the server gives no reason. */
  failure: string
  size?: 'small' | 'normal'
  children: string
}

/** Downloads one of the server's lists. */
export function ExportButton<R extends FileRoute>({
  list,
  input,
  failure,
  size,
  children,
}: ExportButtonProps<R>) {
  const fileName = fileNameOf(list, input)
  const save = useMutation({
    mutationFn: () => downloadFile(list, input),
    onSuccess: () =>
      showToast({ tone: 'done', title: 'Export Complete', description: `${fileName} was downloaded.` }),
    onError: (error) =>
      showToast({ tone: 'error', title: 'Export Failed', description: errorSentence(error, failure) }),
  })
  return (
    <Button size={size} busy={save.isPending} busyText="Exporting..." onClick={() => save.mutate()}>
      {children}
    </Button>
  )
}
