import { useState } from 'react'
import type { AdminClaim } from '#api-schema/admin.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { useDecideClaim } from './use-decide-claim.ts'

const FALLBACK = 'Failed to undo the rejection'

/** Queues a rejected claim again, after a question. */
export function UndoReject({ claim: { id, status } }: { claim: AdminClaim }) {
  const [isAsked, setIsAsked] = useState(false)
  const undo = useDecideClaim(
    (body: { id: string }) => adminSend(endpoints.admin.undoReject, { body }),
    { done: `Claim ${id} is queued again.`, failure: FALLBACK },
    () => setIsAsked(false),
  )
  if (status !== 'rejected') return null
  return (
    <>
      <Button size="small" onClick={() => setIsAsked(true)}>
        Undo rejection
      </Button>
      {isAsked && (
        <FormDialog
          title={`Undo the rejection of claim ${id}?`}
          onClose={() => setIsAsked(false)}
          onSubmit={() => undo.mutate({ id })}
          error={undo.error && errorSentence(undo.error, FALLBACK)}
          submit={{ text: 'Queue it again', busyText: 'Queueing...', busy: undo.isPending }}
        >
          <p>
            It is queued again as its holder signed it, and the next run pays it. The rejection and this stay
            in its history.
          </p>
        </FormDialog>
      )}
    </>
  )
}
