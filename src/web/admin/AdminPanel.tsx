import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { type Tab, Tabs } from '#web/ui/Tabs.tsx'
import { adminQuery } from './admin-send.ts'
import { AddressAnalysisTab } from './analysis/AddressAnalysisTab.tsx'
import { ClaimSheet } from './claims/ClaimSheet.tsx'
import { FileManagementTab } from './files/FileManagementTab.tsx'
import { OverviewTab } from './overview/OverviewTab.tsx'
import { PanelFooter, PanelHeader } from './PanelFrame.tsx'
import { BulkSenderTab } from './payouts/BulkSenderTab.tsx'
import { MainnetConfigTab } from './payouts/configure/Configure.tsx'
import { StandaloneSenderTab } from './payouts/StandaloneSenderTab.tsx'
import { SelectField } from './SelectField.tsx'
import { useHasStandalone } from './status/live-state.ts'
import { StatusStrip } from './status/StatusStrip.tsx'
import { changeUrlState, useUrlState } from './url-state.ts'

const TABS = ['overview', 'analysis', 'files', 'bulk-sender', 'standalone-sender', 'mainnet'] as const

/** The last ones: without them nothing moves. */
const OF_STANDALONE: readonly string[] = ['standalone-sender', 'mainnet']

const TITLES: Record<(typeof TABS)[number], string> = {
  overview: 'Overview & Claims',
  analysis: 'Address Analysis',
  files: 'File Management',
  'bulk-sender': 'Bulk Sender',
  'standalone-sender': 'Standalone Sender',
  mainnet: 'Mainnet Config',
}

/** The signed-in part of the admin page. */
export function AdminPanel() {
  const place = useUrlState()
  const { data: portal, isFetched } = useQuery(adminQuery(endpoints.public.portal))
  const unit = portal?.tokenSymbol ?? ''
  const claim = place('claim')
  const hasStandalone = useHasStandalone()
  const shown = TABS.filter((id) => hasStandalone || !OF_STANDALONE.includes(id))

  const contents: Record<(typeof TABS)[number], ReactNode> = {
    overview: <OverviewTab unit={unit} />,
    analysis: <AddressAnalysisTab />,
    files: <FileManagementTab portal={portal} unit={unit} />,
    'bulk-sender': <BulkSenderTab unit={unit} />,
    'standalone-sender': <StandaloneSenderTab />,
    mainnet: <MainnetConfigTab />,
  }
  const pages = {
    label: 'Admin panel',
    selected: shown.find((id) => id === place('tab')) ?? TABS[0],
    onSelect: (tab: string) => changeUrlState({ tab }, { step: true }),
    tabs: shown.map((id) => ({ id, title: TITLES[id], content: contents[id] })),
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

interface PageMenuProps {
  label: string
  tabs: readonly Pick<Tab, 'id' | 'title'>[]
  selected: string
  onSelect(id: string): void
}

/** The tab bar as a menu, for narrow windows. */
function PageMenu({ label, tabs, selected, onSelect }: PageMenuProps) {
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
