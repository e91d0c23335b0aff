import { useMutation } from '@tanstack/react-query'
import type { PortalResponse } from '#contract/portal.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { Address } from '#web/ui/Address.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { ClaimWindowNotice } from './ClaimWindowNotice.tsx'
import { NetworkSelector } from './NetworkSelector.tsx'
import { WalletPicker } from './WalletPicker.tsx'

interface ConnectScreenProps {
  portal: PortalResponse
  session: WalletSession
  onConnected(): void
}

/** The first screen: what this is, which network, and the wallet. */
export function ConnectScreen({ portal, session, onConnected }: ConnectScreenProps) {
  const { wallets, wallet } = session
  const connect = useMutation({
    mutationFn: session.connect,
    onSuccess: (address) => {
      showToast({ tone: 'done', title: 'Wallet Connected', description: shortenAddress(address) })
      onConnected()
    },
    onError: ({ message }) => showToast({ tone: 'error', title: 'Connection Failed', description: message }),
  })

  return (
    <Card className="space-y-6">
      <div className="space-y-2">
        <h1 className="text-22 font-semibold">Claim your {portal.tokenName} tokens on Solana</h1>
        <p>
          Welcome. Connect the wallet that held the coin at the snapshot, check what is allocated to it, and
          claim the same amount as SPL tokens on Solana.
        </p>
      </div>

      <ClaimWindowNotice portal={portal} />
      <NetworkSelector networks={portal.networks} session={session} />
      <SecurityNote fileHash={portal.fileHash} />

      <div className="space-y-3">
        {wallets.length > 1 && (
          <WalletPicker wallets={wallets} selectedId={wallet?.id ?? null} onSelect={session.choose} />
        )}
        <Button
          variant="primary"
          size="large"
          className="w-full"
          busy={connect.isPending}
          busyText="Connecting..."
          onClick={() => connect.mutate()}
        >
          Connect Wallet
        </Button>
        {wallets.length === 0 && (
          <p className="text-13 text-muted">
            No browser wallet was found yet. Install one, or open this page in the browser of your wallet app.
          </p>
        )}
      </div>
    </Card>
  )
}

function SecurityNote({ fileHash }: { fileHash: string | null }) {
  return (
    <div className="space-y-2">
      <h2 className="font-semibold">Security</h2>
      <ul className="space-y-1 text-muted">
        <SecurityPoint>One claim per address.</SecurityPoint>
        <SecurityPoint>Exact amounts of the snapshot.</SecurityPoint>
        <SecurityPoint>Your signature is verified. It moves no funds and costs no gas.</SecurityPoint>
        {fileHash && (
          <SecurityPoint>
            Allocation file{' '}
            <Address
              full={fileHash}
              short={shortenAddress(fileHash)}
              what="file hash"
              className="text-13 text-ink"
            />
          </SecurityPoint>
        )}
      </ul>
    </div>
  )
}

function SecurityPoint({ children }: { children: React.ReactNode }) {
  return (
    <li className="flex gap-2">
      <Icon name="check" className="mt-1 text-done" />
      <span>{children}</span>
    </li>
  )
}
