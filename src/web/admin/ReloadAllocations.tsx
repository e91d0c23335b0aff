import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '#api-schema/endpoints.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { adminSend } from './admin-send.ts'
import { countOf } from './count-of.ts'
import { refreshClaims } from './queries.ts'

/** A button that makes the server read its own allocations file again. */
export function ReloadAllocations() {
  const queryClient = useQueryClient()
  const reload = useMutation({
    mutationFn: () => adminSend(endpoints.admin.reloadAllocations),
    onSuccess: ({ count }) => {
      showToast({
        tone: 'done',
        title: 'Allocations Reloaded',
        description: `Loaded ${countOf(count, 'allocation')}.`,
      })
      return refreshClaims(queryClient)
    },
    onError: (error) =>
      showToast({
        tone: 'error',
        title: 'Reload Failed',
        description: errorSentence(error, 'Failed to reload allocations'),
      }),
  })
  return (
    <div className="space-y-1">
      <Button busy={reload.isPending} busyText="Reloading..." onClick={() => reload.mutate()}>
        Reload Allocations
      </Button>
      <p className="text-13 text-muted">Reads the server's own allocations file again.</p>
    </div>
  )
}
