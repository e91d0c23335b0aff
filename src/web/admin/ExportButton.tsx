import { useMutation } from '@tanstack/react-query'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { downloadFile } from './download-file.ts'

interface ExportButtonProps {
  path: string
  fileName: string
  /** Said where the server gives no reason. */
  failure: string
  size?: 'small' | 'normal'
  children: string
}

/** Downloads one of the server's lists. */
export function ExportButton({ path, fileName, failure, size, children }: ExportButtonProps) {
  const save = useMutation({
    mutationFn: () => downloadFile(path, fileName),
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
