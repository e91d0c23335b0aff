import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '#api-schema/endpoints.ts'
import type { SettleHoldBody } from '#api-schema/holds.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { refreshBulkSender, refreshClaims } from '#web/admin/queries.ts'
import { actionFailure } from '#web/admin/sending/action-failure.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** Settles a transaction on hold, and shows the result in a toast. */
export function useSettleHold(onSettled: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: SettleHoldBody) => adminSend(endpoints.bulkSender.settleHold, { body }),
    onSuccess: (_, { as }) => {
      showToast({
        tone: 'done',
        title: 'Hold Settled',
        description:
          as === 'paid' ? 'Its payments count as paid.' : 'Its payments are owed again, and can be sent.',
      })
      onSettled()
      return Promise.all([refreshBulkSender(queryClient), refreshClaims(queryClient)])
    },
    onError: (error) => showToast(actionFailure('Settle', error)),
  })
}
