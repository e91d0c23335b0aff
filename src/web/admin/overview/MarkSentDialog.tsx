import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { AdminClaim, MarkSentBody } from '#contract/admin.ts'
import { adminRequest } from '#web/admin/admin-request.ts'
import { Dialog, DialogButtons } from '#web/admin/Dialog.tsx'
import { isUnproved } from '#web/admin/is-unproved.ts'
import { refreshClaims } from '#web/admin/queries.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast-store.ts'

/** Asks for the transaction that paid a claim. One that the cluster does not show to have paid it can be forced, once that was said. */
export function MarkSentDialog({ claim: { id }, onClose }: { claim: AdminClaim; onClose(): void }) {
  const queryClient = useQueryClient()
  const [hash, setHash] = useState('')
  const tx = hash.trim()
  const markSent = useMutation({
    mutationFn: (body: MarkSentBody) => adminRequest('/api/admin/mark-sent', { method: 'POST', body }),
    onSuccess: () => {
      showToast({ tone: 'done', title: 'Status Updated', description: `Claim ${id} is marked as sent.` })
      onClose()
      return refreshClaims(queryClient)
    },
    onError: (error) =>
      showToast({
        tone: 'error',
        title: 'Update Failed',
        description: errorSentence(error, 'Failed to mark as sent'),
      }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (tx === '') onClose()
    else markSent.mutate({ id, tx })
  }

  return (
    <Dialog title={`Mark claim ${id} as sent`} onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <TextField
          label="Enter transaction hash:"
          value={hash}
          onChange={(event) => {
            setHash(event.target.value)
            markSent.reset()
          }}
          maxLength={200}
          className="font-mono"
          autoComplete="off"
          spellCheck={false}
          hint="The Solana transaction that paid this claim. It is looked up on the chain."
        />
        {markSent.isError && (
          <Notice tone="error">
            <p>{errorSentence(markSent.error, 'Failed to mark as sent')}</p>
          </Notice>
        )}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          {isUnproved(markSent.error) && (
            <Button
              variant="danger"
              busy={markSent.isPending}
              onClick={() => markSent.mutate({ id, tx, force: true })}
            >
              Mark as sent all the same
            </Button>
          )}
          <Button type="submit" variant="primary" busy={markSent.isPending} busyText="Checking...">
            Mark Sent
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
