import { useEffect, useState } from 'react'
import { type Network, readChainId } from '#domain/networks.ts'
import { walletErrorText } from '#web/claim/form/submission-error.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import { isSameChain, WalletError } from '#web/lib/wallet/eip1193.ts'
import { useWalletRequest, type WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { Badge, Button, classNames, Icon, Notice } from '#web/ui/basics.tsx'
import { fill } from '#web/ui/fill.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { WalletWait } from './WalletButtons.tsx'

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
          {isWrong && <Notice tone="warn" title={words.wrong} quiet={quiet} text={words.wrongHelp} />}
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

/** One supported network, with buttons to add it to the wallet and to switch to it. */
export function NetworkCard({ network, session }: { network: Network; session: WalletSession }) {
  const texts = useTexts()
  const { network: words } = texts
  const { chainId, chainName, nativeCurrency } = network
  const isCurrent = isSameChain(chainId, session.chainId)

  const request = useWalletRequest({
    ask: (action: 'add' | 'switch') =>
      action === 'add' ? session.addNetwork(network) : session.switchNetwork(network),
    onSuccess: (_, action) => {
      const [title, told] =
        action === 'add' ? [words.added, words.addedHelp] : [words.switched, words.switchedHelp]
      showToast({ tone: 'done', title, description: fill(told, { network: chainName }) })
    },
    onError: (error, action) => {
      if (error instanceof WalletError && error.problem === 'switch_network_unknown') {
        showToast({ tone: 'error', title: words.notFound, description: words.notFoundHelp })
      } else {
        const title = action === 'add' ? words.addFailed : words.switchFailed
        showToast({ tone: 'error', title, description: walletErrorText(error, texts) })
      }
    },
  })
  const busyWith = request.isPending ? request.variables : null

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{chainName}</span>
          {isCurrent && (
            <Badge tone="done" icon="check">
              {words.current}
            </Badge>
          )}
        </p>
        <p className="text-13 text-muted">
          {nativeCurrency.symbol} ·{' '}
          {fill(words.chainId, { decimal: readChainId(chainId) ?? chainId, hex: chainId })}
        </p>
        {/* The toast disappears by itself; this text stays. */}
        {request.error && <p className="text-13 text-error">{walletErrorText(request.error, texts)}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          aria-label={`${words.add}: ${chainName}`}
          busy={busyWith === 'add'}
          onClick={() => request.mutate('add')}
        >
          {words.add}
        </Button>
        {!isCurrent && (
          <Button
            size="small"
            aria-label={`${words.switch}: ${chainName}`}
            busy={busyWith === 'switch'}
            onClick={() => request.mutate('switch')}
          >
            {words.switch}
          </Button>
        )}
      </div>
      {request.isPending && (
        <div className="w-full">
          <WalletWait onCancel={request.cancel} />
        </div>
      )}
    </li>
  )
}
