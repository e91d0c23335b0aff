import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminClaim } from '#api-schema/admin.ts'
import { countOf } from '#web/admin/count-of.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { refreshBulkSender, refreshClaims, useBulkSenderStatus } from '#web/admin/queries.ts'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { paySelected } from './pay-selected.ts'
import { Sending } from './Sending.tsx'

export interface SelectedDialogProps {
  claims: readonly AdminClaim[]
  /** What they add up to. */
  sum: string
  unit: string
  /** Called once nothing of it is left to do. */
  onDone(): void
  onClose(): void
}

/** Asks before the selected claims are paid by a run of their own. */
export function PaySelectedDialog({ claims, sum, unit, onDone, onClose }: SelectedDialogProps) {
  const queryClient = useQueryClient()
  const { data: sender } = useBulkSenderStatus()
  const pay = useMutation({
    mutationFn: () => paySelected(claims.map(({ id }) => id)),
    onSuccess({ message }) {
      showToast({ tone: 'done', title: 'Bulk Send Started', description: message })
      onClose()
      onDone()
      return Promise.all([refreshBulkSender(queryClient), refreshClaims(queryClient)])
    },
  })
  return (
    <FormDialog
      title={`Pay ${countOf(claims.length, 'claim')}?`}
      onClose={onClose}
      onSubmit={() => pay.mutate()}
      error={pay.error && failureSentence(pay.error)}
      submit={{
        text: 'Start Bulk Send',
        busyText: 'Starting...',
        busy: pay.isPending,
        disabled: !sender?.configured,
      }}
    >
      <p>
        A run pays these and no other: <Amount value={sum} unit={unit} />.
      </p>
      <Sending sender={sender} />
    </FormDialog>
  )
}
