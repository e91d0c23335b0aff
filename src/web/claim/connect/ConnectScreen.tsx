import type { PortalResponse } from '#api-schema/portal.ts'
import { ClaimWindowNotice } from '#web/claim/ClaimWindowNotice.tsx'
import { useTexts } from '#web/claim/language/Language.tsx'
import { useUnseenUntilLive } from '#web/claim/page-data.ts'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { Card } from '#web/ui/Card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { fill } from '#web/ui/fill.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { isOnWrongNetwork, NetworkSelector } from './NetworkSelector.tsx'
import { OtherWays } from './OtherWays.tsx'
import { SecurityNote } from './SecurityNote.tsx'
import { WalletButtons } from './WalletButtons.tsx'

interface ConnectScreenProps {
  portal: PortalResponse
  session: WalletSession
  /** True when an account was connected and no longer is. */
  wasLost: boolean
  /** True when another account than the connected one is wanted. */
  wantsOther: boolean
  onConnected(address: string): void
  /** Goes on without connecting. */
  onElsewhere(): void
  /** Goes on with a claim that the owners of a Safe sign; null where there are none here. */
  onSafe: (() => void) | null
}

/** The first screen: what this is, and the wallet. */
export function ConnectScreen(props: ConnectScreenProps) {
  const { portal, session, wasLost, wantsOther, onConnected, onElsewhere, onSafe } = props
  const { connect: words } = useTexts()
  const unseen = useUnseenUntilLive()
  return (
    <Card className="space-y-6">
      <div className="space-y-2">
        <ScreenTitle className="text-balance">{fill(words.heading, portal)}</ScreenTitle>
        <p>{words.welcome}</p>
      </div>
      {wasLost && (
        <Notice title={words.disconnected}>
          <p>{words.disconnectedHelp}</p>
        </Notice>
      )}
      <ClaimWindowNotice portal={portal} quiet={isOnWrongNetwork(portal.networks, session.chainId)} />
      <WalletButtons session={session} wantsOther={wantsOther} onConnected={onConnected} />
      <div className={classNames('space-y-1', unseen)}>
        <OtherWays hasWallet={session.wallets.length > 0} onElsewhere={onElsewhere} onSafe={onSafe} />
        <div className="noscript:hidden">
          <NetworkSelector networks={portal.networks} session={session} />
        </div>
        <SecurityNote fileHash={portal.fileHash} />
      </div>
    </Card>
  )
}
