import { useMutation } from '@tanstack/react-query'
import { type Network, readChainId } from '#domain/networks.ts'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { WalletError } from '#web/lib/wallet/wallet-error.ts'
import { isSameChain } from '#web/lib/wallet/wallet-requests.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { showToast } from '#web/ui/toast-store.ts'

interface NetworkSelectorProps {
  networks: readonly Network[]
  session: WalletSession
}

/** True when the wallet is known to be on a chain that the portal does not support. */
export function isOnWrongNetwork(networks: readonly Network[], chainId: string | null): boolean {
  return chainId !== null && !networks.some((network) => isSameChain(network.chainId, chainId))
}

/** The supported networks, and the way to them. */
export function NetworkSelector({ networks, session }: NetworkSelectorProps) {
  return (
    <section aria-labelledby="network-heading" className="space-y-3">
      <h2 id="network-heading" className="font-semibold">
        Network
      </h2>
      {isOnWrongNetwork(networks, session.chainId) && (
        <Notice tone="warn" title="Wrong Network">
          <p>Your wallet is on a network that is not supported here. Switch to one of these.</p>
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

function NetworkCard({ network, session }: { network: Network; session: WalletSession }) {
  const { chainId, chainName, nativeCurrency } = network
  const isCurrent = isSameChain(chainId, session.chainId)

  const add = useMutation({
    mutationFn: () => session.addNetwork(network),
    onSuccess: () =>
      showToast({ tone: 'done', title: 'Network Added', description: `${chainName} is in your wallet.` }),
    onError: ({ message }) =>
      showToast({ tone: 'error', title: 'Failed to Add Network', description: message }),
  })
  const change = useMutation({
    mutationFn: () => session.switchNetwork(network),
    onSuccess: () =>
      showToast({
        tone: 'done',
        title: 'Network Switched',
        description: `Your wallet is on ${chainName}.`,
      }),
    onError: (error) =>
      error instanceof WalletError && error.networkUnknown
        ? showToast({
            tone: 'error',
            title: 'Network Not Found',
            description: 'Please add this network to the wallet first',
          })
        : showToast({ tone: 'error', title: 'Failed to Switch Network', description: error.message }),
  })

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{chainName}</span>
          {isCurrent && (
            <Badge tone="done" icon="check">
              Current
            </Badge>
          )}
        </p>
        <p className="text-13 text-muted">
          {nativeCurrency.symbol} · Chain ID {readChainId(chainId)} ({chainId})
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="small"
          aria-label={`Add to wallet: ${chainName}`}
          busy={add.isPending}
          onClick={() => add.mutate()}
        >
          Add to wallet
        </Button>
        {!isCurrent && (
          <Button
            size="small"
            aria-label={`Switch: ${chainName}`}
            busy={change.isPending}
            onClick={() => change.mutate()}
          >
            Switch
          </Button>
        )}
      </div>
    </li>
  )
}
