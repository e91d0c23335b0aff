import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { chooseTheme, getThemeChoice, subscribeToTheme } from '#web/lib/theme.ts'
import { Button } from '#web/ui/Button.tsx'
import { SmallSelect } from '#web/ui/SmallSelect.tsx'
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
        <div className="flex shrink-0 items-center gap-1 text-muted sm:gap-3">
          <ThemeSelect />
          <Button size="small" busy={logout.isPending} onClick={() => logout.mutate()}>
            Logout
          </Button>
        </div>
      </div>
    </header>
  )
}

const THEMES = [
  { value: 'system', name: 'System' },
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
] as const

/** Selects the theme: light, dark, or the system's. */
function ThemeSelect() {
  const choice = useSyncExternalStore(subscribeToTheme, getThemeChoice)
  return <SmallSelect label="Appearance" value={choice} options={THEMES} onSelect={chooseTheme} />
}
