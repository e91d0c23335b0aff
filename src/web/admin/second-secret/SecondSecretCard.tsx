import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import type { SecondSecretReply } from '#api-schema/second-secret.ts'
import { adminQuery } from '#web/admin/admin-send.ts'
import { NoAnswer } from '#web/admin/FailedQuery.tsx'
import { formatLocal } from '#web/lib/format-time.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AddPasskeyDialog, RemovePasskeyDialog } from './PasskeyDialogs.tsx'

/** The passkeys that what moves money asks for: added and removed. */
export function SecondSecretCard() {
  const query = useQuery({ ...adminQuery(endpoints.admin.secondSecret), refetchOnMount: 'always' })
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

function Passkey({
  id,
  person,
  name,
  createdAt,
  lastUsedAt,
  isSound,
}: SecondSecretReply['passkeys'][number]) {
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
