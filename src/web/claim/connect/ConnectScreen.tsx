import type { PortalResponse } from '#api-schema/portal.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { ClaimWindowNotice } from '#web/claim/ClaimWindowNotice.tsx'
import { useTexts } from '#web/claim/language/Language.tsx'
import { walletErrorText } from '#web/claim/language/wallet-error-text.ts'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import { WalletWait } from '#web/claim/WalletWait.tsx'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { useWalletRequest } from '#web/lib/wallet/use-wallet-request.ts'
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
  /** True when another account than the connected one is wanted. */
  wantsOther: boolean
  onConnected(address: string): void
}

/** The first screen: what this is, which network, and the wallet. */
export function ConnectScreen({ portal, session, wasLost, wantsOther, onConnected }: ConnectScreenProps) {
  const { wallets, wallet } = session
  const texts = useTexts()
  const { connect: words } = texts
  const connect = useWalletRequest({
    ask: (choose: boolean, cancelled) => session.connect({ choose, cancelled }),
    onSuccess: (address) => {
      showToast({ tone: 'done', title: words.connected, description: shortenAddress(address) })
      onConnected(address)
    },
    onError: (error) =>
      showToast({ tone: 'error', title: words.failed, description: walletErrorText(error, texts) }),
  })

  function choose(id: string) {
    connect.cancel()
    session.choose(id)
  }

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
          <WalletPicker wallets={wallets} selectedId={wallet?.id ?? null} onSelect={choose} />
        )}
        <Button
          variant="primary"
          size="large"
          className="w-full"
          busy={connect.isPending}
          busyText={words.connecting}
          onClick={() => connect.mutate(wantsOther && session.address !== null)}
        >
          {words.connect}
        </Button>
        {connect.isPending && <WalletWait onCancel={connect.cancel} />}
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
