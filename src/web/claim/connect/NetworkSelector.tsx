import type { Network } from '#domain/networks.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { isSameChain } from '#web/lib/wallet/wallet-requests.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { NetworkCard } from './NetworkCard.tsx'

interface NetworkSelectorProps {
  networks: readonly Network[]
  session: WalletSession
}

/** True when the wallet is known to be on a chain that the portal does not support. */
export function isOnWrongNetwork(networks: readonly Network[], chainId: string | null): boolean {
  return chainId !== null && !networks.some((network) => isSameChain(network.chainId, chainId))
}

/** The supported networks, with their buttons. */
export function NetworkSelector({ networks, session }: NetworkSelectorProps) {
  const words = useTexts().network
  return (
    <section aria-labelledby="network-heading" className="space-y-3">
      <h2 id="network-heading" className="font-semibold">
        {words.heading}
      </h2>
      {isOnWrongNetwork(networks, session.chainId) && (
        <Notice tone="warn" title={words.wrong}>
          <p>{words.wrongHelp}</p>
        </Notice>
      )}
      <ul className="divide-y divide-line rounded-control border border-line">
        {networks.map((network) => (
          <NetworkCard key={network.chainId} network={network} session={session} />
        ))}
      </ul>
    </section>
  )
}
