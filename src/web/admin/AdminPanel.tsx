import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PortalResponse } from '#contract/portal.ts'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { type Tab, Tabs } from '#web/ui/Tabs.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { adminRequest } from './admin-request.ts'
import { AddressAnalysisTab } from './analysis/AddressAnalysisTab.tsx'
import { BulkSenderTab } from './bulk-sender/BulkSenderTab.tsx'
import { FileManagementTab } from './files/FileManagementTab.tsx'
import { MainnetConfigTab } from './mainnet/MainnetConfigTab.tsx'
import { OverviewTab } from './overview/OverviewTab.tsx'
import { PageMenu } from './PageMenu.tsx'
import { portalKey, useStats } from './queries.ts'
import { setToken } from './session.ts'
import { StandaloneSenderTab } from './standalone-sender/StandaloneSenderTab.tsx'
import { useIsNarrow } from './use-is-narrow.ts'

/** Everything that stands behind the sign-in. */
export function AdminPanel() {
  const [tab, setTab] = useState('overview')
  const portal = useQuery<PortalResponse>({ queryKey: portalKey })
  const stats = useStats()
  const unit = portal.data?.tokenSymbol ?? ''

  const Pages = useIsNarrow() ? PageMenu : Tabs
  const tabs: Tab[] = [
    { id: 'overview', title: 'Overview & Claims', content: <OverviewTab unit={unit} /> },
    { id: 'analysis', title: 'Address Analysis', content: <AddressAnalysisTab /> },
    {
      id: 'files',
      title: 'File Management',
      content: <FileManagementTab portal={portal.data} unit={unit} />,
    },
    { id: 'bulk-sender', title: 'Bulk Sender', content: <BulkSenderTab unit={unit} /> },
    { id: 'standalone-sender', title: 'Standalone Sender', content: <StandaloneSenderTab unit={unit} /> },
    { id: 'mainnet', title: 'Mainnet Config', content: <MainnetConfigTab /> },
  ]

  return (
    <>
      <PanelHeader tokenName={portal.data?.tokenName} />
      <main className="mx-auto max-w-[1232px] px-4 pt-2 pb-16">
        {portal.isPending || stats.isPending ? (
          <Spinner label="Loading..." />
        ) : (
          <Pages label="Admin panel" selected={tab} onSelect={setTab} tabs={tabs} />
        )}
      </main>
    </>
  )
}

function PanelHeader({ tokenName }: { tokenName: string | undefined }) {
  const queryClient = useQueryClient()
  const logout = useMutation({
    mutationFn: () => adminRequest('/api/admin/logout', { method: 'POST' }),
    // The token leaves this browser even when the server could not be told.
    onSettled: () => {
      setToken(null)
      queryClient.clear()
      showToast({ title: 'Logged Out', description: 'The admin token was removed from this browser.' })
    },
  })

  return (
    <header className="sticky top-0 z-10 border-b border-line bg-card">
      <div className="mx-auto flex min-h-16 max-w-[1232px] items-center justify-between gap-4 px-4 py-2">
        <div className="min-w-0">
          <h1 className="truncate text-17 font-semibold">Migration Portal Admin</h1>
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
