import { useEffect } from 'react'
import type { PortalResponse } from '#api-schema/portal.ts'
import { useIsLive } from './page-data.ts'

/** Fetches what reaches wallets outside of the browser, once, and only where the portal is configured for any. */
export function useRemoteWallets(portal: PortalResponse | undefined, choose: (id: string) => void): void {
  const isFramed = useIsLive() && window.parent !== window
  const isWanted =
    portal !== undefined && (portal.walletConnect !== null || (isFramed && portal.safeAppOrigins.length > 0))

  // biome-ignore lint/correctness/useExhaustiveDependencies: they are offered once, as first configured.
  useEffect(() => {
    if (!isWanted) return
    import('./connect/remote/offer-remote-wallets.ts')
      .then(({ offerRemoteWallets }) => offerRemoteWallets(portal))
      .then(
        (own) => own !== null && choose(own),
        () => {},
      )
  }, [isWanted])
}
