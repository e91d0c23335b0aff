import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import type { SecondSecretReply } from '#api-schema/second-secret.ts'
import { formatLocal } from '#web/lib/time.ts'
import { Button, Card, Notice, Skeleton } from '#web/ui/basics.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { adminSend, freshQuery } from './admin-send.ts'
import { makePasskey, passkeySentence } from './ConfirmWithPasskey.tsx'
import { FormDialog } from './Dialog.tsx'
import { NoAnswer } from './FailedQuery.tsx'
import { SecretField } from './fields.tsx'
import { refresh } from './queries.ts'

/** The passkeys that what moves money asks for: added and removed. */
export function SecondSecretCard() {
  const query = useQuery(freshQuery(endpoints.admin.secondSecret))
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Card className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-17 font-semibold">Second secret</h2>
          <p className="text-muted">
            Once a passkey is added, one is asked for before a file is paid, before a list gives more, and
            before what is settled or marked by hand, Reset and another sender. No password stands in for it.
          </p>
        </div>
        <Button variant="primary" onClick={() => setIsAdding(true)}>
          Add Passkey
        </Button>
      </div>
      {query.data ? (
        <State {...query.data} />
      ) : (
        <NoAnswer
          query={query}
          text="The passkeys could not be read."
          until={<Skeleton className="h-12" />}
        />
      )}
      {isAdding && <AddPasskeyDialog onClose={() => setIsAdding(false)} />}
    </Card>
  )
}

function State({ state, twoPeople, passkeys }: SecondSecretReply) {
  const people = new Set(passkeys.map(({ person }) => person.toLowerCase())).size
  return (
    <>
      {state === 'altered' && (
        <Notice tone="error">
          The passkeys were changed in the database: nothing that moves money is done. Find out who writes to
          it, then run “npm run passkeys -- --remove-all” on the server, and add them again.
        </Notice>
      )}
      {twoPeople && (
        <p>
          TWO_PEOPLE is on: who uploads or publishes does not start.
          {people < 2 && ' Nothing that moves money is done before two people have each added one.'}
        </p>
      )}
      {state === 'off' && <p className="py-4 text-center text-muted">Off: no passkey is added.</p>}
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} {...passkey} />
          ))}
        </ul>
      )}
    </>
  )
}

type PasskeyProps = SecondSecretReply['passkeys'][number]

function Passkey({ id, person, name, createdAt, lastUsedAt, isSound }: PasskeyProps) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>
          <span className="font-semibold">{person}</span> {name}
        </p>
        <p className="text-13 text-muted">
          Added {formatLocal(createdAt)},{' '}
          {lastUsedAt === null ? 'never used' : `last used ${formatLocal(lastUsedAt)}`}
          {!isSound && '. Changed in the database: it is not accepted'}
        </p>
      </div>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Remove ${name} of ${person}`}
        onClick={() => setIsAsked(true)}
      >
        Remove
      </Button>
      {isAsked && <RemovePasskeyDialog {...{ id, person, name }} onClose={() => setIsAsked(false)} />}
    </li>
  )
}

const { secondSecret, registerPasskey, removePasskey } = endpoints.admin

/** Adds a passkey: the password first, then the browser's own dialog. */
function AddPasskeyDialog({ onClose }: { onClose(): void }) {
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

type RemovePasskeyProps = Pick<PasskeyProps, 'id' | 'person' | 'name'> & { onClose(): void }

/** Removes a passkey: it takes the password, and a passkey. */
function RemovePasskeyDialog({ id, person, name, onClose }: RemovePasskeyProps) {
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
