import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { refresh } from '#web/admin/queries.ts'
import { SecretField } from '#web/ui/SecretField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { makePasskey, passkeySentence } from './ask-browser.ts'

const { secondSecret, registerPasskey, removePasskey } = endpoints.admin

/** Adds a passkey: the password first, then the browser's own dialog. */
export function AddPasskeyDialog({ onClose }: { onClose(): void }) {
  const [person, setPerson] = useState('')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const named = { person: person.trim(), name: name.trim() }
  const change = useChangePasskeys('Passkey Added', onClose, async () => {
    const { options } = await adminSend(registerPasskey, { body: { ...named, password } })
    await adminSend(registerPasskey, { body: { ...named, credential: await makePasskey(options) } })
    return `${named.name} of ${named.person}`
  })
  return (
    <FormDialog
      title="Add a passkey"
      onClose={onClose}
      onSubmit={() => change.mutate()}
      error={change.error && passkeySentence(change.error)}
      submit={{
        text: 'Add',
        busyText: 'Waiting for the passkey...',
        busy: change.isPending,
        disabled: named.person === '' || named.name === '' || password === '',
      }}
    >
      <TextField
        label="Person"
        hint="Whose it is. The same name for all passkeys of one person."
        maxLength={60}
        value={person}
        onChange={(event) => setPerson(event.target.value)}
      />
      <TextField
        label="Name"
        hint="What it is: a phone, a security key."
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <PasswordField value={password} onChange={setPassword} />
    </FormDialog>
  )
}

interface RemovePasskeyProps {
  id: string
  person: string
  name: string
  onClose(): void
}

/** Removes a passkey: it takes the password, and a passkey. */
export function RemovePasskeyDialog({ id, person, name, onClose }: RemovePasskeyProps) {
  const [password, setPassword] = useState('')
  const change = useChangePasskeys('Passkey Removed', onClose, async () => {
    await adminSend(removePasskey, { params: { id }, body: { password } })
    return `${name} of ${person}`
  })
  return (
    <FormDialog
      title="Remove this passkey?"
      onClose={onClose}
      onSubmit={() => change.mutate()}
      error={change.error && passkeySentence(change.error)}
      submit={{
        text: 'Remove',
        busyText: 'Removing...',
        busy: change.isPending,
        disabled: password === '',
        danger: true,
      }}
    >
      <p className="[overflow-wrap:anywhere]">
        {name} of {person} confirms nothing any more. Without the last one nothing is asked for.
      </p>
      <PasswordField value={password} onChange={setPassword} />
    </FormDialog>
  )
}

function PasswordField({ value, onChange }: { value: string; onChange(value: string): void }) {
  return (
    <SecretField
      label="Admin password"
      kind="password"
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function useChangePasskeys(title: string, onDone: () => void, change: () => Promise<string>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess(description) {
      onDone()
      showToast({ tone: 'done', title, description })
      return refresh(queryClient, [secondSecret])
    },
  })
}
