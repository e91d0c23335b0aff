import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ClaimHistoryEntry } from '#api-schema/claims.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { ClaimEvent } from '#domain/claim-event.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { refreshClaims } from '#web/admin/queries.ts'
import { showFailure } from '#web/admin/show-failure.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast-store.ts'

const WORDS: Record<ClaimEvent, string> = {
  submitted: 'Submitted',
  corrected: 'Solana address changed by the claimant',
  attempt_journaled: 'Transaction signed and written down',
  attempt_paid: 'Transaction finalized: paid',
  attempt_failed: 'Transaction failed',
  attempt_expired: 'Transaction proved not to have landed',
  attempt_held: 'Put on hold: not decided yet',
  payment_failed: 'Payment failed',
  marked_sent: 'Marked as sent',
  marked_sent_forced: 'Marked as sent although the chain did not show it',
  hold_settled_paid: 'Hold settled as paid',
  hold_settled_expired: 'Hold settled as not paid',
  taken_over: 'Payment taken over from the chain',
  rejected: 'Rejected',
  rejection_undone: 'Rejection undone: queued again',
  noted: 'Note',
}

/** A claim's history, oldest first. */
export function ClaimHistory({ history }: { history: readonly ClaimHistoryEntry[] }) {
  return (
    <section className="space-y-3">
      <h3 className="font-semibold">History</h3>
      <ol className="space-y-3 border-l border-line pl-4">
        {history.map(({ at, what, detail }, index) => (
          // A history only grows at its end.
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries can be the same in every other way
          <li key={index} className="relative">
            <span
              aria-hidden="true"
              className="absolute top-2 -left-[21px] size-2 rounded-full border-2 border-card bg-control"
            />
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>{WORDS[what]}</span>
              <time className="text-13 text-muted tabular-nums">{formatLocal(at)}</time>
            </p>
            {detail && (
              <p
                className={classNames(
                  'text-13 text-muted [overflow-wrap:anywhere]',
                  what === 'attempt_journaled' && 'font-mono',
                )}
              >
                {detail}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Adds a note to a claim: it is kept in the history, with its time. */
export function ClaimNotes({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const note = useMutation({
    mutationFn: () => adminSend(endpoints.admin.noteClaim, { params: { id }, body: { text } }),
    onSuccess() {
      setTyped('')
      showToast({ tone: 'done', title: 'Note Added', description: 'It is kept in the history of the claim.' })
      return refreshClaims(queryClient)
    },
    onError: (error) => showFailure('Note Not Added', error, 'Failed to add the note'),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text !== '') note.mutate()
  }

  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <div className="grow">
        <TextField
          label="Note"
          placeholder="For whoever looks at this claim later. Its holder does not see it."
          value={typed}
          maxLength={1000}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Button type="submit" disabled={text === ''} busy={note.isPending}>
        Add note
      </Button>
    </form>
  )
}
