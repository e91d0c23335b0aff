import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { Dialog } from '#web/admin/Dialog.tsx'
import { problemsOf } from '#web/admin/error-code.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { ProblemList } from '#web/admin/ProblemList.tsx'
import { refresh } from '#web/admin/queries.ts'
import { showFailure } from '#web/admin/show-failure.ts'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { countOf } from '#web/ui/group-thousands.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast-store.ts'

const { add } = endpoints.denyList

/** Puts an address on the deny list, with its source. */
export function DenyDialog({ onClose }: { onClose(): void }) {
  const [address, setAddress] = useState('')
  const [source, setSource] = useState('')
  const [note, setNote] = useState('')
  const change = useChangeDenyList('Added to the Deny List', onClose)
  const body = { address: address.trim(), source: source.trim(), note: note.trim() || undefined }
  return (
    <FormDialog
      title="Add to the deny list"
      onClose={onClose}
      onSubmit={() => change.mutate(() => adminSend(add, { body }).then(() => body.address))}
      submit={{
        text: 'Add',
        busyText: 'Adding...',
        busy: change.isPending,
        disabled: body.address === '' || body.source === '',
      }}
    >
      <TextField
        label="Address"
        hint="EVM or Solana. From now on it is paid nothing, on any server."
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <TextField
        label="Source"
        hint="Where this comes from: a sanctions list, a report."
        maxLength={200}
        value={source}
        onChange={(event) => setSource(event.target.value)}
      />
      <TextField
        label="Note"
        hint="Optional."
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  )
}

const { upload } = endpoints.denyList

/** Puts all addresses of a file on the deny list: one a line, or a CSV of address, source and note. */
export function DenyUpload() {
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const change = useChangeDenyList('Added to the Deny List', () => {}, setRefusal)

  function send(file: File | undefined) {
    if (input.current) input.current.value = ''
    if (!file) return
    change.mutate(async () => {
      const { count } = await adminSend(upload, { file })
      return `${countOf(count, 'address', 'addresses')} of ${file.name}`
    })
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label="Deny list file"
        accept=".csv,.txt"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => send(event.target.files?.[0])}
      />
      <Button busy={change.isPending} busyText="Uploading..." onClick={() => input.current?.click()}>
        Upload List
      </Button>
      {refusal && (
        <Dialog title="Nothing was added" onClose={() => setRefusal(null)}>
          <ProblemList sentence={failureSentence(refusal)} problems={problemsOf(refusal)} />
          <p className="text-muted">
            One address a line, or a CSV with the columns address, source and note.
          </p>
          <p className="text-right">
            <Button onClick={() => setRefusal(null)}>Close</Button>
          </p>
        </Dialog>
      )}
    </>
  )
}

/** Changes the deny list, and says what was changed. A failure is shown in a toast, unless somebody else shows it. */
export function useChangeDenyList(title: string, onDone: () => void, onFailed?: (error: Error) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: () => Promise<string>) => change(),
    onSuccess(description) {
      onDone()
      showToast({ tone: 'done', title, description })
      return refresh(queryClient, [endpoints.denyList.list])
    },
    onError(error) {
      if (onFailed) return onFailed(error)
      showFailure('Not Changed', error)
    },
  })
}
