import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { AdminClaim, RejectBody } from '#contract/admin.ts'
import { adminRequest } from '#web/admin/admin-request.ts'
import { Dialog, DialogButtons } from '#web/admin/Dialog.tsx'
import { refreshClaims } from '#web/admin/queries.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast-store.ts'

const FALLBACK = 'Failed to reject the claim'

/** Asks why a claim is rejected: its holder reads it. */
export function RejectDialog({ claim: { id }, onClose }: { claim: AdminClaim; onClose(): void }) {
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const reject = useMutation({
    mutationFn: (body: RejectBody) => adminRequest('/api/admin/reject', { method: 'POST', body }),
    onSuccess: () => {
      showToast({ tone: 'done', title: 'Status Updated', description: `Claim ${id} is rejected.` })
      onClose()
      return refreshClaims(queryClient)
    },
    onError: (error) =>
      showToast({ tone: 'error', title: 'Update Failed', description: errorSentence(error, FALLBACK) }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    reject.mutate({ id, reason: reason.trim() })
  }

  return (
    <Dialog title={`Reject claim ${id}`} onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <TextField
          label="Reason"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          maxLength={500}
          hint="The claimant reads it. A rejected claim is not paid."
        />
        {reject.isError && (
          <Notice tone="error">
            <p>{errorSentence(reject.error, FALLBACK)}</p>
          </Notice>
        )}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="danger"
            disabled={reason.trim() === ''}
            busy={reject.isPending}
            busyText="Rejecting..."
          >
            Reject claim
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
