import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { chooseTheme, getThemeChoice, subscribeToTheme } from '#web/lib/theme.ts'
import { Button } from '#web/ui/Button.tsx'
import { SmallSelect } from '#web/ui/SmallSelect.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { adminSend } from './admin-send.ts'
import { FormDialog } from './FormDialog.tsx'
import { actionFailure } from './payouts/payout.ts'
import { setToken } from './session.ts'
import { clearUrlState } from './url-state.ts'

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

/** The theme, and the button that ends all sessions, after a question. */
export function PanelFooter() {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState(false)
  const logout = useMutation({
    mutationFn: () => adminSend(endpoints.admin.logoutEverywhere),
    onSuccess: () => {
      leavePanel(queryClient)
      showToast({ title: 'Logged Out Everywhere', description: 'All admin tokens were revoked.' })
    },
    onError: (error) => showToast(actionFailure('Sign-out', error)),
  })

  function confirm() {
    setAsked(false)
    logout.mutate()
  }

  return (
    <footer className="mx-auto flex max-w-[1232px] items-center justify-between gap-4 px-4 pb-4 text-muted">
      <span className="-mx-3">
        <ThemeSelect />
      </span>
      <Button
        variant="quiet"
        size="small"
        className="-mx-3"
        busy={logout.isPending}
        onClick={() => setAsked(true)}
      >
        Sign out everywhere
      </Button>
      {asked && (
        <FormDialog
          title="Sign out everywhere?"
          onClose={() => setAsked(false)}
          onSubmit={confirm}
          submit={{ text: 'Sign out everywhere' }}
        >
          <p>
            All sessions of this panel end now: here, in other browsers, and those of scripts. Runs go on.
            Signing in takes the admin password.
          </p>
        </FormDialog>
      )}
    </footer>
  )
}

const THEMES = [
  { value: 'system', name: 'Theme: system' },
  { value: 'light', name: 'Theme: light' },
  { value: 'dark', name: 'Theme: dark' },
] as const

/** Selects the theme: light, dark, or the system's. */
function ThemeSelect() {
  const choice = useSyncExternalStore(subscribeToTheme, getThemeChoice)
  return <SmallSelect label="Appearance" value={choice} options={THEMES} onSelect={chooseTheme} />
}

/** Forgets the token, the place in the panel and all that was read: this brings back the sign-in form. */
function leavePanel(queryClient: QueryClient): void {
  setToken(null)
  clearUrlState()
  queryClient.clear()
}
