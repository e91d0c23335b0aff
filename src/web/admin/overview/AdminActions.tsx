import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UploadResponse } from '#contract/admin.ts'
import { adminRequest } from '#web/admin/admin-request.ts'
import { refreshClaims } from '#web/admin/queries.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** What an administrator does now and then. */
export function AdminActions() {
  const queryClient = useQueryClient()
  const reload = useMutation({
    mutationFn: () =>
      adminRequest<Pick<UploadResponse, 'count'>>('/api/admin/reload-allocations', { method: 'POST' }),
    onSuccess: ({ count }) => {
      showToast({
        tone: 'done',
        title: 'Allocations Reloaded',
        description: `Loaded ${groupThousands(`${count}`)} allocations.`,
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
    <Card className="space-y-4">
      <h2 className="text-17 font-semibold">Admin Actions</h2>
      <div className="space-y-1">
        <Button busy={reload.isPending} busyText="Reloading..." onClick={() => reload.mutate()}>
          Reload Allocations
        </Button>
        <p className="text-13 text-muted">Reads the server's own allocations file again.</p>
      </div>
      <div className="space-y-1">
        <Button
          onClick={() =>
            showToast({
              title: 'Run Bulk Sender',
              description:
                'Please run the bulk sender manually: open the Bulk Sender tab, then Execute. Nothing was started.',
            })
          }
        >
          Run Bulk Sender
        </Button>
        <p className="text-13 text-muted">Says how payouts are started.</p>
      </div>
    </Card>
  )
}
