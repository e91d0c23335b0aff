import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { refreshClaims } from '#web/admin/queries.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast-store.ts'

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
    onError: (error) =>
      showToast({
        tone: 'error',
        title: 'Note Not Added',
        description: errorSentence(error, 'Failed to add the note'),
      }),
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
