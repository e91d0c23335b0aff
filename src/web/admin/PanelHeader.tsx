import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '#api-schema/endpoints.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { adminSend } from './admin-send.ts'
import { leavePanel } from './leave-panel.ts'

/** The panel's title, and the button that signs out. */
export function PanelHeader({ tokenName }: { tokenName: string | undefined }) {
  const queryClient = useQueryClient()
  const logout = useMutation({
    mutationFn: () => adminSend(endpoints.admin.logout),
    // The token leaves this browser even when the request to the server failed.
    onSettled: () => {
      leavePanel(queryClient)
      showToast({ title: 'Logged Out', description: 'The admin token was removed from this browser.' })
    },
  })

  return (
    <header className="border-b border-line bg-card">
      <div className="mx-auto flex min-h-16 max-w-[1232px] items-center justify-between gap-3 px-4 py-2 sm:gap-4">
        <div className="min-w-0">
          <h1 className="truncate text-15 font-semibold sm:text-17">Migration Portal Admin</h1>
          <p className="truncate text-13 text-muted">
            {tokenName ? `${tokenName}: claims and payouts` : 'Claims and payouts'}
          </p>
        </div>
        <Button size="small" busy={logout.isPending} onClick={() => logout.mutate()}>
          Logout
        </Button>
      </div>
    </header>
  )
}
