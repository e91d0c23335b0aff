import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PortalResponse } from '#api-schema/portal.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { useWallet } from '#web/lib/wallet/use-wallet.ts'
import { Address } from '#web/ui/Address.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { fill } from '#web/ui/fill.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { afterFirstView } from './after-first-view.ts'
import type { ReceiptOf } from './BrandPanel.tsx'
import { ClaimReceipt } from './ClaimReceipt.tsx'
import { ClaimWizard } from './ClaimWizard.tsx'
import { useLanguage, useTexts } from './language/Language.tsx'
import { preloadScreens } from './later-screens.tsx'
import { NoScript } from './NoScript.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { PageFrame } from './PageFrame.tsx'
import { portalQuery } from './queries.ts'
import { ScreenTitle } from './ScreenTitle.tsx'
import { useElsewhere } from './sign-elsewhere/use-elsewhere.ts'
import { TrustBlock } from './TrustBlock.tsx'
import { useRemoteWallets } from './use-remote-wallets.ts'
import { useWindowRefresh } from './use-window-refresh.ts'
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
            <Notice tone="error" title={texts.noAnswer}>
              <p>{texts.noAnswerHelp}</p>
            </Notice>
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
