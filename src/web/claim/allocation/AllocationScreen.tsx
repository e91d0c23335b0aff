import { useQuery } from '@tanstack/react-query'
import type { PortalResponse } from '#api-schema/portal.ts'
import { allocationErrorText } from '#web/claim/form/submission-error.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import { ClaimCard, LaterScreen } from '#web/claim/later-screens.tsx'
import { allocationQuery, claimQuery, isAllocated } from '#web/claim/queries.ts'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Eligible } from './Eligible.tsx'
import { NoAllocation } from './NoAllocation.tsx'

interface AllocationScreenProps {
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
  const { address, portal, onCorrect, onOtherWallet, onSafe } = props
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
        <Notice tone="error">
          <p>{allocationErrorText(allocation.error, texts)}</p>
        </Notice>
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
  return isAllocated(allocation.data) ? (
    <Eligible {...props} allocation={allocation.data} />
  ) : (
    <NoAllocation
      address={address}
      allocation={allocation.data}
      onOtherWallet={onOtherWallet}
      onSafe={onSafe}
    />
  )
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
