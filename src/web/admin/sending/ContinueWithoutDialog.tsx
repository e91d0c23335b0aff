import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContinueWithoutBody } from '#api-schema/records.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import type { RecordsBehindProps } from './RecordsBehind.tsx'

const BEHIND = {
  title: 'Continue without these payments?',
  warning:
    'The records stay as they are. Claims that were paid by what the records lack are paid a second time.',
  submit: 'Continue without them',
}

const UNEXPLAINED = {
  title: 'Continue all the same?',
  warning:
    'The records stay as they are, and the balance is taken as it is now. A payment that neither the records nor the history show is made a second time.',
  submit: 'Continue all the same',
}

/** Asks for the number of payments to be typed: their recipients may be paid again. */
export function ContinueWithoutDialog({
  lacking: { payments },
  api,
  refresh,
  onClose,
}: RecordsBehindProps & { onClose(): void }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const words = `${payments} ${payments === 1 ? 'payment' : 'payments'}`
  const confirm = typed.trim()
  const { title, warning, submit } = payments === 0 ? UNEXPLAINED : BEHIND
  const go = useMutation({
    mutationFn: (body: ContinueWithoutBody) => adminSend(api.continueWithout, { body }),
    onSuccess() {
      showToast({
        title: payments === 0 ? 'Going On' : 'Going On Without Them',
        description: 'The sender can be started again.',
      })
      onClose()
      return refresh(queryClient)
    },
  })
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={() => go.mutate({ confirm })}
      error={go.error && errorSentence(go.error, 'Failed to continue')}
      submit={{
        text: submit,
        busyText: 'Checking...',
        busy: go.isPending,
        disabled: confirm !== words,
        danger: true,
      }}
    >
      <Notice tone="warn">
        <p>{warning}</p>
      </Notice>
      <TextField
        label={`Type “${words}” to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        maxLength={100}
        autoComplete="off"
      />
    </FormDialog>
  )
}
