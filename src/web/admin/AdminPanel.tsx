import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { chooseTheme, getThemeChoice, subscribeToTheme } from '#web/lib/theme.ts'
import { Button } from '#web/ui/basics.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import { Spinner } from '#web/ui/ProgressBar.tsx'
import { SmallSelect } from '#web/ui/Select.tsx'
import { Tabs, type TabsProps } from '#web/ui/Tabs.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { AddressAnalysisTab } from './AddressAnalysisTab.tsx'
import { adminQuery, adminSend } from './admin-send.ts'
import { ClaimSheet } from './claims/ClaimSheet.tsx'
import { FormDialog } from './Dialog.tsx'
import { FileManagementTab } from './FileManagementTab.tsx'
import { OverviewTab } from './overview/OverviewTab.tsx'
import { BulkSenderTab } from './payouts/BulkSenderTab.tsx'
import { MainnetConfigTab } from './payouts/configure/Configure.tsx'
import { actionFailure } from './payouts/payout.ts'
import { StandaloneSenderTab } from './payouts/StandaloneSenderTab.tsx'
import { setToken } from './session.ts'
import { useHasStandalone } from './status/live-state.ts'
import { StatusStrip } from './status/StatusStrip.tsx'
import { changeUrlState, clearUrlState, useUrlState } from './url-state.ts'

/** The signed-in part of the admin page. */
export function AdminPanel() {
  const place = useUrlState()
  const { data: portal, isFetched } = useQuery(adminQuery(endpoints.public.portal))
  const unit = portal?.tokenSymbol ?? ''
  const claim = place('claim')
  const hasStandalone = useHasStandalone()
  const standalone = [
    { id: 'standalone-sender', title: 'Standalone Sender', content: <StandaloneSenderTab /> },
    { id: 'mainnet', title: 'Mainnet Config', content: <MainnetConfigTab /> },
  ]
  const tabs = [
    { id: 'overview', title: 'Overview & Claims', content: <OverviewTab unit={unit} /> },
    { id: 'analysis', title: 'Address Analysis', content: <AddressAnalysisTab /> },
    { id: 'files', title: 'File Management', content: <FileManagementTab portal={portal} unit={unit} /> },
    { id: 'bulk-sender', title: 'Bulk Sender', content: <BulkSenderTab unit={unit} /> },
    // The last ones: without them nothing moves.
    ...(hasStandalone ? standalone : []),
  ]
  const pages = {
    label: 'Admin panel',
    selected: tabs.find(({ id }) => id === place('tab'))?.id ?? 'overview',
    onSelect: (tab: string) => changeUrlState({ tab }, { step: true }),
    tabs,
  }
  const isNarrow = useIsNarrow()

  return (
    <>
      <PanelHeader tokenName={portal?.tokenName} />
      <StatusStrip unit={unit} />
      <main className="mx-auto max-w-[1232px] px-4 pb-4">
        {isFetched ? (
          <Tabs {...pages} {...(isNarrow && { menu: <PageMenu {...pages} /> })} />
        ) : (
          <Spinner label="Loading..." />
        )}
      </main>
      <PanelFooter />
      {claim !== '' && <ClaimSheet key={claim} id={claim} unit={unit} />}
    </>
  )
}

/** The tab bar as a menu, for narrow windows. */
function PageMenu({ label, tabs, selected, onSelect }: TabsProps) {
  return (
    <div className="pt-4">
      <SelectField
        label={label}
        value={selected}
        options={tabs.map(({ id, title }) => ({ value: id, name: title }))}
        onSelect={onSelect}
      />
    </div>
  )
}

const narrow = window.matchMedia('(width < 900px)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** True while the window is below the panel's breakpoint, too narrow for the tab bar. */
function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}

/** The panel's title, and the button that signs out. */
function PanelHeader({ tokenName }: { tokenName: string | undefined }) {
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
function PanelFooter() {
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
