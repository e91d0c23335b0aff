import { lazy, Suspense, useEffect, useState } from 'react'
import { shortenAddress } from '#domain/shorten-address.ts'
import { walletErrorText } from '#web/claim/form/submission-error.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import { useIsLive } from '#web/claim/page-data.ts'
import { ScreenBoundary } from '#web/claim/Screen.tsx'
import { useWalletRequest, type WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { isPhone } from '#web/lib/wallet/wallet-discovery.ts'
import { Button, classNames, Skeleton } from '#web/ui/basics.tsx'
import { showToast } from '#web/ui/toast-store.ts'

const AppLinks = lazy(async () => ({ default: (await import('./WalletAppLinks.tsx')).WalletAppLinks }))
const PairingPanel = lazy(async () => ({
  default: (await import('./remote/PairingPanel.tsx')).PairingPanel,
}))

export interface WalletButtonsProps {
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

interface WalletButtonProps {
  name: string
  icon: string | null
  /** The one thing to do. */
  isPrimary: boolean
  isBusy: boolean
  onConnect(): void
}

/** One wallet: a tap connects it. */
function WalletButton({ name, icon, isPrimary, isBusy, onConnect }: WalletButtonProps) {
  const { connect, connecting } = useTexts().connect
  return (
    <button
      type="button"
      onClick={onConnect}
      disabled={isBusy}
      aria-busy={isBusy || undefined}
      className={classNames(
        'flex min-h-14 w-full items-center gap-3 rounded-control border px-4 py-2 text-start text-17 transition-colors not-aria-busy:disabled:opacity-60 aria-busy:opacity-85',
        isPrimary
          ? 'border-accent-edge bg-accent-fill text-on-accent enabled:hover:bg-accent-strong'
          : 'border-control bg-card enabled:hover:border-accent enabled:hover:bg-accent-soft',
      )}
    >
      {icon ? (
        <img src={icon} alt="" className="size-8 shrink-0 rounded-small" />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-small bg-well text-15 font-semibold text-ink"
        >
          {[...name][0]?.toUpperCase()}
        </span>
      )}
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 font-semibold">
        <span className="max-w-full truncate">{name}</span>
        <span className={classNames('text-13', !isPrimary && 'text-accent')}>
          {isBusy ? connecting : connect}
        </span>
      </span>
    </button>
  )
}

const HINT_AFTER_MS = 8_000

interface WalletWaitProps {
  onCancel(): void
  /** False where no window of the wallet can be hidden: it has answered, or has yet to be paired. */
  hinted?: boolean
}

/** Shown while a wallet is waited for: a way out and, when it takes long, a hint where to look. */
export function WalletWait({ onCancel, hinted = true }: WalletWaitProps) {
  const { hint, cancel } = useTexts().wait
  const [isLong, setLong] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setLong(true), HINT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      <p role="status" className="text-13 text-muted not-empty:min-w-48 not-empty:flex-1">
        {hinted && isLong && hint}
      </p>
      <Button size="small" onClick={onCancel}>
        {cancel}
      </Button>
    </div>
  )
}
