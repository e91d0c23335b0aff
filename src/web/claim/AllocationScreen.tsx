import { useQuery } from '@tanstack/react-query'
import type { PortalResponse } from '#api-schema/portal.ts'
import { formatUtcMinute } from '#web/lib/time.ts'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { CopyButton } from '#web/ui/Address.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge, Button, Card, Notice, Skeleton } from '#web/ui/basics.tsx'
import { AmountChanged, AmountHero, arrivesNothing, NothingArrives } from './AmountHero.tsx'
import { ClaimWindowNotice } from './ClaimWindowNotice.tsx'
import { isOnWrongNetwork, NetworkSelector } from './connect/NetworkSelector.tsx'
import { allocationErrorText } from './form/submission-error.ts'
import { useLanguage, useTexts } from './language/Language.tsx'
import { ClaimCard, LaterScreen } from './later-screens.tsx'
import { allocationQuery, claimQuery, isAllocated, type SeenAllocation } from './queries.ts'
import { ScreenTitle } from './Screen.tsx'

export interface AllocationScreenProps {
  address: string
  portal: PortalResponse
  session: WalletSession
  /** There was a claim, and there is none any more. */
  isGone: boolean
  onProceed(): void
  /** Goes to the form for another Solana address of the claim. */
  onCorrect(): void
  /** Goes back to the choice of a wallet. */
  onOtherWallet(): void
  /** Goes on with a claim that the owners of a Safe sign; null where there are none here. */
  onSafe: (() => void) | null
}

/** The second screen: the connected address's allocation, or the status of its claim when it has made one. */
export function AllocationScreen(props: AllocationScreenProps) {
  const { address, portal, onCorrect, onOtherWallet } = props
  const texts = useTexts()
  const allocation = useQuery(allocationQuery(address))
  const claim = useQuery(claimQuery(address))

  if (claim.data) {
    return (
      <LaterScreen>
        <ClaimCard
          address={address}
          claim={claim.data}
          portal={portal}
          stale={claim.isError}
          onCorrect={onCorrect}
          onOtherWallet={onOtherWallet}
        />
      </LaterScreen>
    )
  }
  if (allocation.isPending || claim.isPending) return <AllocationSkeleton />
  if (!allocation.data || claim.data === undefined) {
    return (
      <Card className="space-y-4">
        <ScreenTitle>{texts.allocation.heading}</ScreenTitle>
        <Notice tone="error" text={allocationErrorText(allocation.error, texts)} />
        <Button
          busy={allocation.isFetching || claim.isFetching}
          busyText={texts.page.tryingAgain}
          onClick={() => Promise.all([allocation.refetch(), claim.refetch()])}
        >
          {texts.page.tryAgain}
        </Button>
      </Card>
    )
  }
  const Allocation = isAllocated(allocation.data) ? Eligible : NoAllocation
  return <Allocation {...props} allocation={allocation.data} />
}

function AllocationSkeleton() {
  const { heading, loading } = useTexts().allocation
  return (
    <Card className="space-y-5">
      <ScreenTitle>{heading}</ScreenTitle>
      <p role="status" className="sr-only">
        {loading}
      </p>
      <div>
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-15 w-64 max-w-full" />
      </div>
      <Skeleton className="h-19" />
      <div className="space-y-3">
        <Skeleton className="h-12 rounded-control" />
        <Skeleton className="mx-auto h-10 w-40 rounded-control" />
        <Skeleton className="mx-auto h-5 w-60" />
      </div>
    </Card>
  )
}

type AllocationProps = AllocationScreenProps & { allocation: SeenAllocation }

function Eligible(props: AllocationProps) {
  const { address, allocation, portal, session, isGone, onProceed, onOtherWallet } = props
  const { locale, texts } = useLanguage()
  const { allocation: words } = texts
  const { amountUA, amountWei, updatedAt } = allocation
  const { payoutDecimals } = portal
  const isNothing = arrivesNothing(amountUA, payoutDecimals)
  return (
    <Card className="space-y-5">
      <div className="flex items-center justify-between gap-4">
        <ScreenTitle>{words.heading}</ScreenTitle>
        {!isNothing && (
          <Badge tone="done" icon="check">
            {words.eligible}
          </Badge>
        )}
      </div>

      {isGone && (
        <Notice title={words.claimGone}>
          <p role="status">{words.claimGoneHelp}</p>
        </Notice>
      )}
      <AmountChanged allocation={allocation} />
      <div>
        <p className="text-muted">{words.amount}</p>
        <div className="min-h-15">
          <AmountHero amountUA={amountUA} unit={portal.tokenSymbol} decimals={payoutDecimals} />
        </div>
      </div>

      <EvmAddress address={address} amountWei={amountWei} />

      <ClaimWindowNotice portal={portal} />
      {isOnWrongNetwork(portal.networks, session.chainId) && (
        <NetworkSelector networks={portal.networks} session={session} quiet={!portal.claimsOpen} />
      )}
      <NothingArrives amountUA={amountUA} decimals={payoutDecimals} quiet={!portal.claimsOpen} />
      <div className="space-y-3">
        {!isNothing && (
          <Button
            variant="primary"
            size="large"
            className="w-full"
            disabled={!portal.claimsOpen}
            onClick={onProceed}
          >
            {words.proceed}
          </Button>
        )}
        <Button variant="quiet" className="w-full" onClick={onOtherWallet}>
          {words.otherWallet}
        </Button>
        {updatedAt !== null && (
          <p className="text-center text-13 text-muted">
            {words.updated} <span className="tabular-nums">{formatUtcMinute(updatedAt, locale)}</span>
          </p>
        )}
      </div>
    </Card>
  )
}

/** The connected address in full, and what it held in wei where that is known. */
function EvmAddress({ address, amountWei }: { address: string; amountWei?: string }) {
  const { evmAddress, original } = useTexts().allocation
  return (
    <div>
      <p className="text-muted">{evmAddress}</p>
      <div className="flex items-center gap-2">
        <span className="min-w-0 font-mono text-13 text-balance break-all sm:text-15 rtl:text-right">
          {address}
        </span>
        <CopyButton text={address} />
      </div>
      {amountWei !== undefined && (
        <p className="text-13 text-muted">
          {original} <Amount value={amountWei} unit="wei" />
        </p>
      )}
    </div>
  )
}

function NoAllocation({ address, allocation, onOtherWallet, onSafe }: AllocationProps) {
  const { allocation: words, otherWays } = useTexts()
  const isPublished = allocation.fileHash !== null
  return (
    <Card className="space-y-6">
      <ScreenTitle>{isPublished ? words.notFound : words.notPublished}</ScreenTitle>
      <AmountChanged allocation={allocation} />
      <EvmAddress address={address} />
      {isPublished ? (
        <div className="space-y-2">
          <p>{words.notFoundHelp}</p>
          <ul className="list-disc space-y-1 ps-6">
            <li>{words.didNotHold}</li>
            <li>{words.wrongWallet}</li>
          </ul>
        </div>
      ) : (
        <p>{words.notPublishedHelp}</p>
      )}
      <div className="flex flex-col gap-2">
        <Button onClick={onOtherWallet}>{words.otherWallet}</Button>
        {onSafe && (
          <Button variant="quiet" onClick={onSafe}>
            {otherWays.forSafe}
          </Button>
        )}
      </div>
    </Card>
  )
}
