import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { adminQuery } from './admin-send.ts'
import { AddressAnalysisTab } from './analysis/AddressAnalysisTab.tsx'
import { BulkSenderTab } from './bulk-sender/BulkSenderTab.tsx'
import { ClaimSheet } from './claims/ClaimSheet.tsx'
import { FileManagementTab } from './files/FileManagementTab.tsx'
import { MainnetConfigTab } from './mainnet/MainnetConfigTab.tsx'
import { oneOf } from './one-of.ts'
import { OverviewTab } from './overview/OverviewTab.tsx'
import { PageMenu } from './PageMenu.tsx'
import { PanelFooter } from './PanelFooter.tsx'
import { PanelHeader } from './PanelHeader.tsx'
import { StandaloneSenderTab } from './standalone-sender/StandaloneSenderTab.tsx'
import { changeUrlState, useUrlState } from './url-state.ts'
import { useIsNarrow } from './use-is-narrow.ts'

const TABS = ['overview', 'analysis', 'files', 'bulk-sender', 'standalone-sender', 'mainnet'] as const

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

  const contents: Record<(typeof TABS)[number], ReactNode> = {
    overview: <OverviewTab unit={unit} />,
    analysis: <AddressAnalysisTab />,
    files: <FileManagementTab portal={portal} unit={unit} />,
    'bulk-sender': <BulkSenderTab unit={unit} />,
    'standalone-sender': <StandaloneSenderTab unit={unit} />,
    mainnet: <MainnetConfigTab />,
  }
  const pages = {
    label: 'Admin panel',
    selected: oneOf(TABS, place('tab')),
    onSelect: (tab: string) => changeUrlState({ tab }, { step: true }),
    tabs: TABS.map((id) => ({ id, title: TITLES[id], content: contents[id] })),
  }
  const isNarrow = useIsNarrow()

  return (
    <>
      <PanelHeader tokenName={portal?.tokenName} unit={unit} />
      <main className="mx-auto max-w-[1232px] px-4 pt-2 pb-16">
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
