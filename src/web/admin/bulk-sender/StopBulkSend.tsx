import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { refreshBulkSender } from '#web/admin/queries.ts'
import { stopFailure } from '#web/admin/sending/action-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast-store.ts'

/** Stops the run, where there is one. While it is stopping there is nothing more to ask for. */
export function StopBulkSend({ status }: { status: BulkSenderStatusResponse }) {
  const queryClient = useQueryClient()
  const stop = useMutation({
    mutationFn: () => adminSend(endpoints.bulkSender.stop),
    onSuccess({ message }) {
      showToast({ title: 'Bulk Send Stopping', description: message })
      return refreshBulkSender(queryClient)
    },
    onError(error) {
      showToast(stopFailure(error))
      return refreshBulkSender(queryClient)
    },
  })
  if (!status.running) return null
  return (
    <Button
      variant="danger"
      busy={stop.isPending || status.state === 'stopping'}
      busyText="Stopping..."
      onClick={() => stop.mutate()}
    >
      Stop Bulk Send
    </Button>
  )
}
