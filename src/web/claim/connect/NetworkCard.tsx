import { type Network, readChainId } from '#domain/networks.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import { walletErrorText } from '#web/claim/language/wallet-error-text.ts'
import { WalletWait } from '#web/claim/WalletWait.tsx'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { useWalletRequest } from '#web/lib/wallet/use-wallet-request.ts'
import { WalletError } from '#web/lib/wallet/wallet-error.ts'
import { isSameChain } from '#web/lib/wallet/wallet-requests.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { fill } from '#web/ui/fill.ts'
import { showToast } from '#web/ui/toast-store.ts'

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
