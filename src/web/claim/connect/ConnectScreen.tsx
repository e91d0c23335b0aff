import { useMutation } from '@tanstack/react-query'
import type { PortalResponse } from '#api-schema/portal.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { ClaimWindowNotice } from '#web/claim/ClaimWindowNotice.tsx'
import { useTexts } from '#web/claim/language/Language.tsx'
import { walletErrorText } from '#web/claim/language/wallet-error-text.ts'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { NetworkSelector } from './NetworkSelector.tsx'
import { SecurityNote } from './SecurityNote.tsx'
import { WalletAppLinks } from './WalletAppLinks.tsx'
import { WalletPicker } from './WalletPicker.tsx'
import { isPhone } from './wallet-apps.ts'

interface ConnectScreenProps {
  portal: PortalResponse
  session: WalletSession
  /** True when an account was connected and no longer is. */
  wasLost: boolean
  onConnected(): void
}

/** The first screen: what this is, which network, and the wallet. */
export function ConnectScreen({ portal, session, wasLost, onConnected }: ConnectScreenProps) {
  const { wallets, wallet } = session
  const texts = useTexts()
  const { connect: words } = texts
  const connect = useMutation({
    mutationFn: session.connect,
    onSuccess: (address) => {
      showToast({ tone: 'done', title: words.connected, description: shortenAddress(address) })
      onConnected()
    },
    onError: (error) =>
      showToast({ tone: 'error', title: words.failed, description: walletErrorText(error, texts) }),
  })

  return (
    <Card className="space-y-6">
      {wasLost && (
        <Notice tone="warn" title={words.disconnected}>
          <p>{words.disconnectedHelp}</p>
        </Notice>
      )}
      <div className="space-y-2">
        <ScreenTitle>{words.heading(portal.tokenName)}</ScreenTitle>
        <p>{words.welcome}</p>
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
          busyText={words.connecting}
          onClick={() => connect.mutate()}
        >
          {words.connect}
        </Button>
        {wallets.length === 0 &&
          (isPhone(navigator) ? (
            <WalletAppLinks page={location.href} />
          ) : (
            <p className="text-13 text-muted">{words.noWallet}</p>
          ))}
      </div>
    </Card>
  )
}
