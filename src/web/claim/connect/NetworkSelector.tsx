import { useEffect, useState } from 'react'
import type { Network } from '#domain/networks.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { isSameChain } from '#web/lib/wallet/wallet-requests.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { NetworkCard } from './NetworkCard.tsx'

interface NetworkSelectorProps {
  networks: readonly Network[]
  session: WalletSession
  /** A warning of more weight is on the same screen. */
  quiet?: boolean
}

/** True when the wallet is known to be on a chain that the portal does not support. */
export function isOnWrongNetwork(networks: readonly Network[], chainId: string | null): boolean {
  return chainId !== null && !networks.some((network) => isSameChain(network.chainId, chainId))
}

/** The supported networks: a line of text, which unfolds by itself when the wallet is on another one. */
export function NetworkSelector({ networks, session, quiet = false }: NetworkSelectorProps) {
  const words = useTexts().network
  const isWrong = isOnWrongNetwork(networks, session.chainId)
  const [isOpen, setOpen] = useState(isWrong)
  useEffect(() => {
    if (isWrong) setOpen(true)
  }, [isWrong])

  return (
    <section aria-labelledby="network-heading">
      <h2 id="network-heading">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-8 items-center gap-1 rounded-control text-start text-13 font-medium text-muted hover:text-ink"
        >
          {words.heading} {networks.map(({ nativeCurrency }) => nativeCurrency.symbol).join(', ')}
          <Icon name="unfold" className={classNames('size-3', isOpen && 'rotate-180')} />
        </button>
      </h2>
      {isOpen && (
        <div className="space-y-3 pt-2">
          {isWrong && (
            <Notice tone="warn" title={words.wrong} quiet={quiet}>
              <p>{words.wrongHelp}</p>
            </Notice>
          )}
          <ul className="divide-y divide-line rounded-control border border-line">
            {networks.map((network) => (
              <NetworkCard key={network.chainId} network={network} session={session} />
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
