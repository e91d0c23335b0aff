import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useChangeDenyList } from './use-change-deny-list.ts'

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
