import { useQuery } from '@tanstack/react-query'
import type { AllocationResponse } from '#contract/claims.ts'
import type { PortalResponse } from '#contract/portal.ts'
import { formatUtc } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ClaimStatusScreen } from './ClaimStatusScreen.tsx'
import { ClaimWindowNotice } from './ClaimWindowNotice.tsx'
import { allocationQuery, claimQuery } from './queries.ts'

interface AllocationScreenProps {
  address: string
  portal: PortalResponse
  onProceed(amountUA: string): void
}

/** What the snapshot gives the connected address, or how far its claim is when it has made one. */
export function AllocationScreen({ address, portal, onProceed }: AllocationScreenProps) {
  const allocation = useQuery(allocationQuery(address))
  const claim = useQuery(claimQuery(address))

  if (allocation.isPending || claim.isPending) return <AllocationSkeleton />
  if (claim.data) {
    return (
      <ClaimStatusScreen
        claim={claim.data}
        portal={portal}
        isRefreshing={claim.isFetching}
        onRefresh={() => claim.refetch()}
      />
    )
  }
  if (allocation.isError || claim.isError) {
    return (
      <Card className="space-y-4">
        <h1 className="text-22 font-semibold">Your allocation</h1>
        <Notice tone="error">
          <p>Failed to load allocation data. Please try again.</p>
        </Notice>
        <Button
          busy={allocation.isFetching || claim.isFetching}
          busyText="Trying again..."
          onClick={() => Promise.all([allocation.refetch(), claim.refetch()])}
        >
          Try again
        </Button>
      </Card>
    )
  }
  return isEligible(allocation.data) ? (
    <Eligible address={address} allocation={allocation.data} portal={portal} onProceed={onProceed} />
  ) : (
    <NoAllocation address={address} />
  )
}

function isEligible({ amountUA }: AllocationResponse): boolean {
  return /[1-9]/.test(amountUA)
}

function Eligible({
  address,
  allocation,
  portal,
  onProceed,
}: AllocationScreenProps & { allocation: AllocationResponse }) {
  const { amountUA, amountWei, updatedAt } = allocation
  return (
    <Card className="space-y-6">
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-22 font-semibold">Your allocation</h1>
        <Badge tone="done" icon="check">
          Eligible
        </Badge>
      </div>

      <div>
        <p className="text-muted">Allocation in SPL tokens</p>
        <p className="text-22 font-semibold sm:text-30">
          <Amount value={amountUA} unit={portal.tokenSymbol} />
        </p>
        <p className="mt-1 text-13 text-muted">
          Original amount: <Amount value={amountWei} unit="wei" />
        </p>
      </div>

      <EvmAddress address={address} />

      <ClaimWindowNotice portal={portal} />
      <div className="space-y-3">
        <Button
          variant="primary"
          size="large"
          className="w-full"
          disabled={!portal.claimsOpen}
          onClick={() => onProceed(amountUA)}
        >
          Proceed to Claim Form
        </Button>
        {updatedAt !== null && (
          <p className="text-center text-13 text-muted">
            Last updated <span className="tabular-nums">{formatUtc(updatedAt)}</span>
          </p>
        )}
      </div>
    </Card>
  )
}

function EvmAddress({ address }: { address: string }) {
  return (
    <div>
      <p className="text-muted">EVM address</p>
      <div className="flex items-center gap-2">
        <span className="min-w-0 font-mono text-13 break-all sm:text-15">{address}</span>
        <CopyButton text={address} />
      </div>
    </div>
  )
}

function NoAllocation({ address }: { address: string }) {
  return (
    <Card className="space-y-6">
      <h1 className="text-22 font-semibold">No Allocation Found</h1>
      <EvmAddress address={address} />
      <div className="space-y-2">
        <p>There is nothing to claim for this address. Possible reasons:</p>
        <ul className="list-disc space-y-1 pl-6">
          <li>This address did not hold the coin at snapshot time.</li>
          <li>The wrong wallet is connected. Switch to another account in your wallet to check it.</li>
        </ul>
      </div>
    </Card>
  )
}

function AllocationSkeleton() {
  return (
    <Card className="space-y-6">
      <h1 className="text-22 font-semibold">Your allocation</h1>
      <p role="status" className="sr-only">
        Loading your allocation...
      </p>
      <div>
        <Skeleton className="h-6 w-40" />
        <Skeleton className="mt-1 h-9 w-64" />
        <Skeleton className="mt-1 h-5 w-80 max-w-full" />
      </div>
      <Skeleton className="h-14" />
      <Skeleton className="h-12 rounded-control" />
    </Card>
  )
}
