import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { refreshBulkSender, refreshClaims } from '#web/admin/queries.ts'
import { actionFailure } from '#web/admin/sending/action-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast-store.ts'

/** Deletes every claim, after a question. The record of payments stays. */
export function ResetClaims({ running }: { running: boolean }) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState(false)
  const reset = useMutation({
    mutationFn: () => adminSend(endpoints.admin.resetClaims),
    onSuccess: ({ message }) => {
      showToast({ tone: 'done', title: 'Claims Reset Successful', description: message })
      return Promise.all([refreshClaims(queryClient), refreshBulkSender(queryClient)])
    },
    onError: (error) => showToast(actionFailure('Reset', error)),
  })

  function confirm() {
    setAsked(false)
    reset.mutate()
  }

  return (
    <section className="space-y-2 border-t border-line pt-4">
      <Button
        variant="danger"
        disabled={running}
        busy={reset.isPending}
        busyText="Resetting..."
        onClick={() => setAsked(true)}
      >
        Reset All Claims (Clear Database)
      </Button>
      <p className="text-13 text-muted">The record of payments is never deleted.</p>
      {asked && (
        <FormDialog
          title="Reset all claims?"
          onClose={() => setAsked(false)}
          onSubmit={confirm}
          submit={{ text: 'Delete all claims', danger: true }}
        >
          <p>
            All claims will be deleted. This cannot be undone. The sender will work only with fresh claims.
          </p>
        </FormDialog>
      )}
    </section>
  )
}
