import type { PortalResponse } from '#api-schema/portal.ts'
import { offerWallet } from '#web/lib/wallet/wallet-discovery.ts'
import { createWalletConnect } from '#web/lib/walletconnect/walletconnect-provider.ts'

/**
 * Adds the wallets that are not the browser's own, as far as the portal is configured for them. Returns the id of the one that the
 * page was opened in, or null.
 */
export async function offerRemoteWallets(portal: PortalResponse): Promise<string | null> {
  const { walletConnect, safeAppOrigins, networks, tokenName } = portal
  if (walletConnect !== null) {
    const { provider, pairing } = createWalletConnect({
      ...walletConnect,
      chainIds: networks.map(({ chainId }) => Number(chainId)),
      name: tokenName,
    })
    offerWallet({ id: 'walletconnect', name: 'WalletConnect', icon: null, provider, pairing })
  }
  if (safeAppOrigins.length === 0 || window.parent === window) return null
  const { createSafeApp } = await import('#web/lib/safe-app/safe-app-provider.ts')
  const safe = { id: 'safe', name: 'Safe', icon: null, provider: createSafeApp(safeAppOrigins) }
  offerWallet(safe)
  return safe.id
}
