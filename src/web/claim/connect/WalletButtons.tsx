import { lazy, Suspense } from 'react'
import { shortenAddress } from '#domain/shorten-address.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import { walletErrorText } from '#web/claim/language/wallet-error-text.ts'
import { useIsLive } from '#web/claim/page-data.ts'
import { ScreenBoundary } from '#web/claim/ScreenBoundary.tsx'
import { WalletWait } from '#web/claim/WalletWait.tsx'
import { isPhone } from '#web/lib/is-phone.ts'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { useWalletRequest } from '#web/lib/wallet/use-wallet-request.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { WalletButton } from './WalletButton.tsx'

const AppLinks = lazy(async () => ({ default: (await import('./WalletAppLinks.tsx')).WalletAppLinks }))
const PairingPanel = lazy(async () => ({
  default: (await import('./remote/PairingPanel.tsx')).PairingPanel,
}))

interface WalletButtonsProps {
  session: WalletSession
  /** True when another account than the connected one is wanted. */
  wantsOther: boolean
  /** Something else on the screen comes first. */
  secondary?: boolean
  onConnected(address: string): void
}

/** The wallets that were found, each a button that connects it. Where there is none: where to find one. */
export function WalletButtons({ session, wantsOther, secondary = false, onConnected }: WalletButtonsProps) {
  const { wallets, wallet } = session
  const texts = useTexts()
  const { connect: words } = texts
  const request = useWalletRequest({
    // Another wallet than the connected one gives an account of its own without its chooser.
    ask: (id: string | null, cancelled) =>
      session.connect({
        ...(id !== null && { id }),
        choose: wantsOther && session.address !== null && id === wallet?.id,
        cancelled,
      }),
    onSuccess: (address) => {
      showToast({ tone: 'done', title: words.connected, description: shortenAddress(address) })
      onConnected(address)
    },
    onError: (error) =>
      showToast({ tone: 'error', title: words.failed, description: walletErrorText(error, texts) }),
  })

  function connect(id: string | null) {
    request.cancel()
    request.mutate(id)
  }

  if (!useIsLive()) return <WalletSkeletons />
  const asked = wallets.find(({ id }) => id === request.variables)
  const isNoneHere = wallets.every(({ pairing }) => pairing !== undefined)
  const isPrimary = wallets.length === 1 && !secondary
  return (
    <div className="space-y-3">
      {wallets.length > 0 && (
        <ul aria-label={words.wallet} className="space-y-2">
          {wallets.map(({ id, name, icon }) => (
            <li key={id}>
              <WalletButton
                name={name ?? words.unnamedWallet}
                icon={icon}
                isPrimary={isPrimary}
                isBusy={request.isPending && request.variables === id}
                onConnect={() => connect(id)}
              />
            </li>
          ))}
        </ul>
      )}
      {isNoneHere && wallets.length > 0 && !request.isPending && <WhereWalletsAre />}
      {wallets.length === 0 && <NoWallet busy={request.isPending} onConnect={() => connect(null)} />}
      {request.isPending && asked?.pairing && (
        <Suspense fallback={<Skeleton className="h-80" />}>
          <PairingPanel pairing={asked.pairing} />
        </Suspense>
      )}
      {request.isPending && <WalletWait hinted={!asked?.pairing} onCancel={request.cancel} />}
    </div>
  )
}

/** Wallets besides those that are paired with the page. */
function WhereWalletsAre() {
  const { noWallet } = useTexts().connect
  return isPhone(navigator) ? <WalletApps /> : <p className="text-13 text-muted">{noWallet}</p>
}

function WalletApps() {
  return (
    <ScreenBoundary>
      <Suspense fallback={<WalletSkeletons />}>
        <AppLinks page={location.href} />
      </Suspense>
    </ScreenBoundary>
  )
}

/** On a phone the apps' own browsers are the way: a button here could only say that there is no wallet. */
function NoWallet({ busy, onConnect }: { busy: boolean; onConnect(): void }) {
  const { connect: words } = useTexts()
  if (isPhone(navigator)) return <WalletApps />
  return (
    <>
      <Button
        variant="primary"
        size="large"
        className="w-full"
        busy={busy}
        busyText={words.connecting}
        onClick={onConnect}
      >
        {words.connect}
      </Button>
      <p className="text-13 text-muted">{words.noWallet}</p>
    </>
  )
}

/** Until the page runs: which wallets there are is not known before. */
function WalletSkeletons() {
  return (
    <div aria-hidden="true" className="space-y-2 noscript:hidden">
      {['w-32', 'w-24', 'w-28'].map((width) => (
        <div key={width} className="flex min-h-14 items-center gap-3 rounded-control border border-line px-4">
          <Skeleton className="size-8" />
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </div>
  )
}
