import { useEffect, useState } from 'react'
import type { Network } from '#domain/networks.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { isSameChain } from '#web/lib/wallet/wallet-requests.ts'
import { Badge } from '#web/ui/Badge.tsx'
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

/** The supported networks: one line, which unfolds by itself when the wallet is on another one. */
export function NetworkSelector({ networks, session, quiet = false }: NetworkSelectorProps) {
  const words = useTexts().network
  const isWrong = isOnWrongNetwork(networks, session.chainId)
  const current = networks.find(({ chainId }) => isSameChain(chainId, session.chainId))
  const [isOpen, setOpen] = useState(isWrong)
  useEffect(() => {
    if (isWrong) setOpen(true)
  }, [isWrong])

  return (
    <section aria-labelledby="network-heading" className="rounded-control border border-line">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-12 w-full items-center gap-3 rounded-control px-3 py-1.5 text-start"
        >
          <span className="shrink-0">
            <span id="network-heading" className="block font-semibold">
              {words.heading}
            </span>
            {!isOpen && current && (
              <span className="block text-13 text-muted sm:hidden">{current.chainName}</span>
            )}
          </span>
          <span className="flex min-w-0 flex-1 items-center justify-end gap-2">
            {!isOpen && <Standing networks={networks} current={current} isWrong={isWrong} />}
          </span>
          <Icon name="unfold" className={classNames('text-muted', isOpen && 'rotate-180')} />
        </button>
      </h2>
      {isOpen && (
        <div className="border-t border-line">
          {isWrong && (
            <div className="p-3">
              <Notice tone="warn" title={words.wrong} quiet={quiet}>
                <p>{words.wrongHelp}</p>
              </Notice>
            </div>
          )}
          <ul className="divide-y divide-line">
            {networks.map((network) => (
              <NetworkCard key={network.chainId} network={network} session={session} />
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

interface StandingProps {
  networks: readonly Network[]
  /** The wallet's, where it is one of them. */
  current: Network | undefined
  isWrong: boolean
}

/** The wallet's network in one line, or those that are supported while it is not known. On a phone its name has a line of its own. */
function Standing({ networks, current, isWrong }: StandingProps) {
  const words = useTexts().network
  if (current) {
    return (
      <>
        <span className="hidden truncate text-13 text-muted sm:inline">{current.chainName}</span>
        <Badge tone="done" icon="check">
          {words.current}
        </Badge>
      </>
    )
  }
  if (isWrong) {
    return (
      <Badge tone="warn" icon="warning">
        {words.wrong}
      </Badge>
    )
  }
  return (
    <span className="truncate text-13 text-muted">
      {words.supported} {networks.map(({ nativeCurrency }) => nativeCurrency.symbol).join(', ')}
    </span>
  )
}
