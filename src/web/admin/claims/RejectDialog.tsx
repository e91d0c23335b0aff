import { useState } from 'react'
import type { AdminClaim, RejectBody } from '#api-schema/admin.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { useDecideClaim } from './use-decide-claim.ts'

const FALLBACK = 'Failed to reject the claim'

/** Asks why a claim is rejected: its holder reads it. */
export function RejectDialog({ claim: { id }, onClose }: { claim: AdminClaim; onClose(): void }) {
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  const done = `Claim ${id} is rejected.`
  const reject = useDecideClaim(
    (body: RejectBody) => adminSend(endpoints.admin.reject, { body }),
    { done, failure: FALLBACK },
    onClose,
  )

  return (
    <FormDialog
      title={`Reject claim ${id}`}
      onClose={onClose}
      onSubmit={() => reject.mutate({ id, reason })}
      error={reject.error && errorSentence(reject.error, FALLBACK)}
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
