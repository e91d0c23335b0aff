import { useQuery } from '@tanstack/react-query'
import { shortenAddress } from '#domain/shorten-address.ts'
import { useWallet } from '#web/lib/wallet/use-wallet.ts'
import { Address } from '#web/ui/Address.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ClaimWizard } from './ClaimWizard.tsx'
import { PageFrame } from './PageFrame.tsx'
import { portalQuery } from './queries.ts'

/** The public page: what the portal is about, and the wizard. */
export function ClaimPage() {
  const portal = useQuery(portalQuery)
  const session = useWallet()
  const { address } = session

  return (
    <PageFrame
      title={portal.data ? `Claim ${portal.data.tokenName}` : 'Claim your tokens'}
      brand={portal.data?.tokenName ?? ' '}
      aside={
        address && (
          <Address
            full={address}
            short={shortenAddress(address)}
            className="rounded-full border border-line bg-card px-3 py-1 text-13"
          />
        )
      }
    >
      {portal.isPending && <WizardSkeleton />}
      {portal.isError && (
        <Card className="space-y-4">
          <h1 className="text-22 font-semibold">Claim your tokens</h1>
          <Notice tone="error" title="The portal did not answer">
            <p>Nothing was sent or changed. Check your connection and try again.</p>
          </Notice>
          <Button onClick={() => portal.refetch()} busy={portal.isFetching} busyText="Trying again...">
            Try again
          </Button>
        </Card>
      )}
      {portal.data && <ClaimWizard portal={portal.data} session={session} />}
    </PageFrame>
  )
}

function WizardSkeleton() {
  return (
    <div role="status">
      <h1 className="sr-only">Claim your tokens</h1>
      <span className="sr-only">Loading</span>
      <Skeleton className="mb-6 h-24" />
      <Skeleton className="h-96 rounded-card" />
    </div>
  )
}
