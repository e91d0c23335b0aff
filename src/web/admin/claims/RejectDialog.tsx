import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminClaim, RejectBody } from '#contract/admin.ts'
import { adminRequest } from '#web/admin/admin-request.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { refreshClaims } from '#web/admin/queries.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast-store.ts'

const FALLBACK = 'Failed to reject the claim'

/** Asks why a claim is rejected: its holder reads it. */
export function RejectDialog({ claim: { id }, onClose }: { claim: AdminClaim; onClose(): void }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
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

  return (
    <FormDialog
      title={`Reject claim ${id}`}
      onClose={onClose}
      onSubmit={() => reject.mutate({ id, reason })}
      refusal={reject.error && errorSentence(reject.error, FALLBACK)}
      submit={{
        text: 'Reject claim',
        busyText: 'Rejecting...',
        busy: reject.isPending,
        disabled: reason === '',
        danger: true,
      }}
    >
      <TextField
        label="Reason"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        maxLength={500}
        hint="The claimant reads it. A rejected claim is not paid."
      />
    </FormDialog>
  )
}
