import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { RecordsEndpoints } from '#api-schema/endpoints/records.ts'
import type { AcknowledgeBody, OtherMovement } from '#api-schema/records.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast-store.ts'

interface AcknowledgeDialogProps {
  movement: OtherMovement
  /** The endpoints of the sender. */
  api: RecordsEndpoints
  onNoted(signature: string, note: string): void
  onClose(): void
  /** The movement of the transaction. */
  children: ReactNode
}

/** Asks for the note that explains a transaction, or for another one. */
export function AcknowledgeDialog({ movement, api, onNoted, onClose, children }: AcknowledgeDialogProps) {
  const { signature, note: before } = movement
  const [typed, setTyped] = useState(before ?? '')
  const note = typed.trim()
  const acknowledge = useMutation({
    mutationFn: (body: AcknowledgeBody) => adminSend(api.acknowledge, { body }),
    onSuccess() {
      showToast({
        tone: 'done',
        title: before === null ? 'Transaction Acknowledged' : 'Note Changed',
        description: 'The note is kept with the records.',
      })
      onNoted(signature, note)
      onClose()
    },
  })
  return (
    <FormDialog
      title={before === null ? 'Acknowledge this transaction' : 'Change the note'}
      onClose={onClose}
      onSubmit={() => acknowledge.mutate({ signature, note })}
      error={acknowledge.error && errorSentence(acknowledge.error, 'Failed to acknowledge')}
      submit={{
        text: before === null ? 'Acknowledge' : 'Change note',
        busyText: 'Saving...',
        busy: acknowledge.isPending,
        disabled: note === '' || note === before,
      }}
    >
      {children}
      <div>
        <p className="text-13 text-muted">Transaction</p>
        <p className="font-mono text-13 break-all">{signature}</p>
      </div>
      <TextField
        label="Note"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          acknowledge.reset()
        }}
        maxLength={1000}
        autoComplete="off"
        hint="What the transaction was, for whoever reads this later: where the tokens went, and who decided it."
      />
    </FormDialog>
  )
}
