import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import type { PortalResponse } from '#api-schema/portal.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { ClaimWindowNotice } from '#web/claim/ClaimWindowNotice.tsx'
import { useTexts } from '#web/claim/language/Language.tsx'
import { afterFirstView, useIsLive, useUnseenUntilLive } from '#web/claim/page-data.ts'
import { ScreenTitle } from '#web/claim/Screen.tsx'
import { isPhone } from '#web/lib/wallet/wallet-discovery.ts'
import { Address } from '#web/ui/Address.tsx'
import { Card, classNames, Icon, Notice, Skeleton } from '#web/ui/basics.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { fill } from '#web/ui/fill.ts'
import { isOnWrongNetwork, NetworkSelector } from './NetworkSelector.tsx'
import { WalletButtons, type WalletButtonsProps } from './WalletButtons.tsx'

interface ConnectScreenProps extends Omit<WalletButtonsProps, 'secondary'> {
  portal: PortalResponse
  /** True when an account was connected and no longer is. */
  wasLost: boolean
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
      {wasLost && <Notice title={words.disconnected} text={words.disconnectedHelp} />}
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

/** Explains what protects a claimant. */
function SecurityNote({ fileHash }: { fileHash: string | null }) {
  const { security: words, trust } = useTexts()
  return (
    <Fold summary={words.heading} quiet>
      <ul className="text-13 text-muted">
        <Point>{words.oneClaim}</Point>
        <Point>{words.exactAmounts}</Point>
        <Point>{words.signature}</Point>
        <Point>{trust.recoveryPhrase}</Point>
        {fileHash && (
          <Point>
            {words.file}{' '}
            <Address
              full={fileHash}
              short={shortenAddress(fileHash)}
              what={words.fileHash}
              className="text-13 text-ink"
            />
          </Point>
        )}
      </ul>
    </Fold>
  )
}

function Point({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <Icon name="check" className="mt-[3px] size-[14px] text-done" />
      <span>{children}</span>
    </li>
  )
}

const QrCode = lazy(async () => ({ default: (await import('#web/ui/QrCode.tsx')).QrCode }))

interface OtherWaysProps extends Pick<ConnectScreenProps, 'onElsewhere' | 'onSafe'> {
  /** A wallet was found in this browser. */
  hasWallet: boolean
}

/** The ways to claim without a wallet in this browser: on the phone, by a text that is signed elsewhere, or as owners of a Safe. */
function OtherWays({ hasWallet, onElsewhere, onSafe }: OtherWaysProps) {
  const words = useTexts().otherWays
  const isLive = useIsLive()
  const isOnPhone = isLive && isPhone(navigator)
  const isOpen = isLive && !hasWallet && !isOnPhone
  return (
    <Fold key={`${isOpen}`} summary={words.heading} isOpen={isOpen} quiet>
      <div className="space-y-3">
        {isLive && !isOnPhone && <ContinueOnPhone isOpen={isOpen} />}
        <ul className="divide-y divide-line rounded-control border border-line">
          <OtherWay name={words.open} help={words.openHelp} onChoose={onElsewhere} />
          {onSafe && <OtherWay name={words.forSafe} onChoose={onSafe} />}
        </ul>
      </div>
    </Fold>
  )
}

/** The page's address, to be opened in the browser of a wallet app. */
function ContinueOnPhone({ isOpen }: { isOpen: boolean }) {
  const words = useTexts().otherWays
  const [isSeen, setSeen] = useState(false)

  // Unfolded from the start, its code is fetched once the rest is there.
  useEffect(() => (isOpen ? afterFirstView(() => setSeen(true), false) : undefined), [isOpen])

  return (
    <Fold summary={words.onPhone} isOpen={isOpen} onUnfold={() => isOpen || setSeen(true)}>
      <div className="flex items-center gap-4">
        <Suspense fallback={<QrPlace />}>
          {isSeen ? (
            <QrCode text={location.href} label={words.pageQr} className="size-36 shrink-0" />
          ) : (
            <QrPlace />
          )}
        </Suspense>
        <p className="text-13 text-muted">{words.onPhoneHelp}</p>
      </div>
    </Fold>
  )
}

function QrPlace() {
  return <Skeleton className="size-36 shrink-0" />
}

interface OtherWayProps {
  name: string
  help?: string
  onChoose(): void
}

/** A way to claim without connecting, as a row of a list: all of it can be pressed. */
function OtherWay({ name, help, onChoose }: OtherWayProps) {
  const helpId = useId()
  return (
    <li className="relative flex min-h-12 items-center gap-3 px-3 py-2 transition-colors first:rounded-t-control last:rounded-b-control hover:bg-well">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          aria-describedby={help && helpId}
          onClick={onChoose}
          className="text-start font-semibold after:absolute after:inset-0"
        >
          {name}
        </button>
        {help && (
          <p id={helpId} className="text-13 text-muted">
            {help}
          </p>
        )}
      </div>
      <Icon name="unfold" className="-rotate-90 text-muted rtl:rotate-90" />
    </li>
  )
}
