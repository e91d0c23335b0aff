import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { PageData } from '#api-schema/page-shell.ts'
import { LateToaster } from './LateToaster.tsx'
import { LanguageProvider, type Spoken } from './language/Language.tsx'
import { PageDataContext } from './page-data.ts'
import { portalQuery } from './queries.ts'

interface ClaimAppProps {
  Page: () => React.ReactNode
  queryClient: QueryClient
  first: Spoken
  data: PageData | null
}

/** A page, as the server renders it and the browser goes on with it. */
export function ClaimApp({ Page, queryClient, first, data }: ClaimAppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <PageDataContext value={data}>
          <LanguageProvider first={first}>
            <Page />
            <LateToaster />
          </LanguageProvider>
        </PageDataContext>
      </QueryClientProvider>
    </StrictMode>
  )
}

/** Has the portal's data of the HTML be the first answer of its query. */
export function primeQueries(queryClient: QueryClient, data: PageData | null): void {
  if (data?.portal) queryClient.setQueryData(portalQuery.queryKey, data.portal)
}
