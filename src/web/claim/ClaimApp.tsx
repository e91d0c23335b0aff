import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, StrictMode, useEffect, useState, useSyncExternalStore } from 'react'
import type { PageData } from '#api-schema/portal.ts'
import type { ToasterProps } from '#web/ui/Toaster.tsx'
import { getToasts, subscribeToToasts } from '#web/ui/toast-store.ts'
import { LanguageProvider, type Spoken } from './language/Language.tsx'
import { afterFirstView, PageDataContext } from './page-data.ts'
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

/**
 * The place of toasts, fetched after the first view, or with the first of them. Where it can not be fetched there are none:
 * what they say is on the page too.
 */
function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType<ToasterProps> | null>(null)
  const isShowing = useSyncExternalStore(
    subscribeToToasts,
    () => getToasts().length > 0,
    () => false,
  )

  useEffect(
    () =>
      afterFirstView(() => {
        import('#web/ui/Toaster.tsx').then(
          (module) => setToaster(() => module.Toaster),
          () => {},
        )
      }, isShowing),
    [isShowing],
  )

  return Toaster && <Toaster className="toasts" />
}
