import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminClaim, MarkSentBody } from '#contract/admin.ts'
import { adminRequest } from '#web/admin/admin-request.ts'
import { refreshClaims } from '#web/admin/queries.ts'
import { TransactionDialog } from '#web/admin/TransactionDialog.tsx'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { showToast } from '#web/ui/toast-store.ts'

const FALLBACK = 'Failed to mark as sent'

/** Asks for the transaction that paid a claim. */
export function MarkSentDialog({ claim: { id }, onClose }: { claim: AdminClaim; onClose(): void }) {
  const queryClient = useQueryClient()
  const markSent = useMutation({
    mutationFn: (body: MarkSentBody) => adminRequest('/api/admin/mark-sent', { method: 'POST', body }),
    onSuccess: () => {
      showToast({ tone: 'done', title: 'Status Updated', description: `Claim ${id} is marked as sent.` })
      onClose()
      return refreshClaims(queryClient)
    },
    onError: (error) =>
      showToast({ tone: 'error', title: 'Update Failed', description: errorSentence(error, FALLBACK) }),
  })

  return (
    <TransactionDialog
      title={`Mark claim ${id} as sent`}
      label="Enter transaction hash:"
      hint="The Solana transaction that paid this claim. It is looked up on the chain."
      submitText="Mark Sent"
      forceText="Mark as sent all the same"
      payment={markSent}
      fallback={FALLBACK}
      onSubmit={(transaction) => markSent.mutate({ id, ...transaction })}
      onClose={onClose}
    />
  )
}
