import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { PortalResponse } from '#api-schema/portal.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { useWallet } from '#web/lib/wallet/use-wallet.ts'
import { Address } from '#web/ui/Address.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Button, Card, classNames, Notice, Skeleton } from '#web/ui/basics.tsx'
import { fill } from '#web/ui/fill.ts'
import { ClaimWizard } from './ClaimWizard.tsx'
import { useDraft } from './form/draft.ts'
import { useLanguage, useTexts } from './language/Language.tsx'
import { preloadScreens } from './later-screens.tsx'
import { PageFrame, type ReceiptOf } from './PageFrame.tsx'
import { afterFirstView, useIsLive, useUnseenUntilLive } from './page-data.ts'
import { allocationQuery, claimQuery, isAllocated, portalQuery } from './queries.ts'
import { ScreenTitle } from './Screen.tsx'
import { useElsewhere } from './sign-elsewhere/use-elsewhere.ts'
import { WizardProgress } from './WizardProgress.tsx'

/** The public page: an introduction, and the wizard. */
export function ClaimPage() {
  const portal = useQuery(portalQuery)
  const wallet = useWallet()
  const elsewhere = useElsewhere()
  const session = elsewhere.account === null ? wallet : { ...wallet, address: elsewhere.account }
  const { code } = useLanguage()
  const texts = useTexts().page
  const { address } = session
  const accent = portal.data?.accentColor

  useWindowRefresh(portal.data, portal.refetch)
  useEffect(() => {
    // The page's HTML has it already, unless it was changed since.
    if (accent)
      import('#web/ui/apply-accent.ts').then(
        ({ applyAccent }) => applyAccent(accent),
        () => {},
      )
  }, [accent])

  const unit = portal.data?.tokenSymbol
  const receipt: ReceiptOf | undefined =
    unit && address ? (inLine) => <ClaimReceipt address={address} unit={unit} inLine={inLine} /> : undefined

  useRemoteWallets(portal.data, session.choose)
  const isLoaded = portal.data !== undefined
  useEffect(() => {
    if (!isLoaded) return
    return afterFirstView(() => preloadScreens(code), address !== null)
  }, [isLoaded, address, code])

  return (
    <PageFrame
      title={portal.data ? fill(texts.title, portal.data) : texts.untitled}
      brand={portal.data}
      receipt={receipt}
      aside={
        address && (
          <Address
            full={address}
            short={shortenAddress(address)}
            className="rounded-full bg-brand-deep px-3 py-1 text-13 text-on-brand hover:text-on-brand! hover:underline"
          />
        )
      }
    >
      <OfflineBar />
      <NoScript />
      {portal.isPending && <WizardSkeleton isConnected={address !== null} />}
      {portal.isError && !portal.data && (
        <>
          <WizardProgress reached={address === null ? 0 : 1} />
          <Card className="space-y-4">
            <ScreenTitle>{texts.untitled}</ScreenTitle>
            <Notice tone="error" title={texts.noAnswer} text={texts.noAnswerHelp} />
            <Button onClick={() => portal.refetch()} busy={portal.isFetching} busyText={texts.tryingAgain}>
              {texts.tryAgain}
            </Button>
          </Card>
        </>
      )}
      {portal.data?.banner && <Banner banner={portal.data.banner} />}
      {portal.data && <ClaimWizard portal={portal.data} session={session} elsewhere={elsewhere} />}
      {portal.data && <TrustBlock links={portal.data.links} />}
    </PageFrame>
  )
}

/** The operator's announcement, line by line as it was typed. */
function Banner({ banner: { text, severity } }: { banner: NonNullable<PortalResponse['banner']> }) {
  return (
    <div className="mb-6">
      <Notice tone={severity === 'warning' ? 'warn' : 'info'} quiet={severity === 'warning'}>
        <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
      </Notice>
    </div>
  )
}

function WizardSkeleton({ isConnected }: { isConnected: boolean }) {
  const { loading, untitled } = useTexts().page
  return (
    <>
      <h1 className="sr-only">{untitled}</h1>
      <p role="status" className="sr-only">
        {loading}
      </p>
      <WizardProgress reached={isConnected ? 1 : 0} />
      <Card className="space-y-6">
        <div className="space-y-2">
          <Skeleton className="h-8 w-80 max-w-full" />
          <Skeleton className="h-18" />
        </div>
        <Skeleton className="h-14 rounded-control" />
        <Skeleton className="h-12 rounded-control" />
        <Skeleton className="h-24" />
      </Card>
    </>
  )
}

interface ClaimReceiptProps {
  address: string
  unit: string
  /** One line, for a phone. */
  inLine: boolean
}

/** What an account claims, from where and to where, as far as that is known by now: it fills from step to step. */
function ClaimReceipt({ address, unit, inLine }: ClaimReceiptProps) {
  const words = useTexts().brand
  const { data: allocation } = useQuery({ ...allocationQuery(address), enabled: false })
  const { data: claim } = useQuery({ ...claimQuery(address), enabled: false })
  const draft = useDraft(address)
  const amountUA = claim?.amountUA ?? allocation?.amountUA ?? '0'
  const to = draft ? shortenAddress(draft) : (claim?.solAddr ?? null)
  const isKnown = isAllocated({ amountUA })
  const amount = <Amount value={amountUA} unit={unit} lighter="text-on-brand-muted" />
  if (inLine) {
    if (!isKnown || claim) return null
    return (
      <p className="truncate text-13">
        {amount}
        {to && <span className="font-mono"> → {to}</span>}
      </p>
    )
  }
  return (
    <dl className="divide-y divide-brand-wave border-y border-brand-wave">
      <Line name={words.claiming}>
        <span className="text-22 font-semibold">{isKnown ? amount : '–'}</span>
      </Line>
      <Line name={words.from}>
        <span className="font-mono">{shortenAddress(address)}</span>
      </Line>
      <Line name={words.to}>
        <span className="font-mono">{to ?? '–'}</span>
      </Line>
    </dl>
  )
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 py-3">
      <dt className="text-15 text-on-brand-muted">{name}</dt>
      <dd className="min-w-0 text-end">{children}</dd>
    </div>
  )
}

/** Says what to do where scripts do not run. */
function NoScript() {
  const { noScript, noScriptHelp } = useTexts().page
  return (
    <noscript>
      <div className="mb-6">
        <Notice tone="warn" title={noScript} text={noScriptHelp} />
      </div>
    </noscript>
  )
}

/** Says that the device is offline, while it is. What failed meanwhile is asked again once it no longer is. */
function OfflineBar() {
  const { offline, offlineHelp } = useTexts().page
  const queryClient = useQueryClient()
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

  useEffect(() => {
    if (isOnline) queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [isOnline, queryClient])

  return (
    <div role="status" className="mb-6 empty:hidden">
      {!isOnline && <Notice title={offline} text={offlineHelp} />}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  const events = ['online', 'offline']
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}

const LINKS = ['site', 'terms', 'support', 'announcement'] as const

/** The project's pages, on every screen. */
function TrustBlock({ links }: { links: PortalResponse['links'] }) {
  const words = useTexts().trust
  const unseen = useUnseenUntilLive()
  return (
    <ul
      className={classNames(
        'mt-6 flex flex-wrap justify-center gap-x-4 gap-y-1 text-13 text-muted empty:hidden',
        unseen,
      )}
    >
      {LINKS.map((name) => {
        const href = links[name]
        return (
          href && (
            <li key={name}>
              <a
                href={href}
                target="_blank"
                rel="noreferrer"
                className="inline-block py-1 underline underline-offset-4 hover:text-ink"
              >
                {words.links[name]}
              </a>
            </li>
          )
        )
      })}
    </ul>
  )
}

/** The longest a browser's timer can be set to. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** A margin, so that the server's clock has passed the time, too. */
const AFTER_MS = 500

/** Refreshes when claims open or close, by the server's clock: a waiting page needs no reload. */
function useWindowRefresh(portal: PortalResponse | undefined, refresh: () => void): void {
  useEffect(() => {
    if (!portal) return
    const { claimsOpenAt, claimsCloseAt, serverTime } = portal
    const ahead = [claimsOpenAt, claimsCloseAt].filter((time) => time !== null && time > serverTime)
    if (ahead.length === 0) return
    const delayMs = (Math.min(...ahead.map(Number)) - serverTime) * 1000 + AFTER_MS
    const timer = setTimeout(refresh, Math.min(delayMs, LONGEST_TIMER_MS))
    return () => clearTimeout(timer)
  }, [portal, refresh])
}

/** Fetches what reaches wallets outside of the browser, once, and only where the portal is configured for any. */
function useRemoteWallets(portal: PortalResponse | undefined, choose: (id: string) => void): void {
  const isFramed = useIsLive() && window.parent !== window
  const isWanted =
    portal !== undefined && (portal.walletConnect !== null || (isFramed && portal.safeAppOrigins.length > 0))

  // biome-ignore lint/correctness/useExhaustiveDependencies: they are offered once, as first configured.
  useEffect(() => {
    if (!isWanted) return
    import('./connect/remote/offer-remote-wallets.ts')
      .then(({ offerRemoteWallets }) => offerRemoteWallets(portal))
      .then(
        (own) => own !== null && choose(own),
        () => {},
      )
  }, [isWanted])
}
