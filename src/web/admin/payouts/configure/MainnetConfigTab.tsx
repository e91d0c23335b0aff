import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { useStandaloneStatus } from '#web/admin/payouts/queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Configure } from './Configure.tsx'

/** Sets the standalone sender's wallet for one of the public clusters. */
export function MainnetConfigTab() {
  const query = useStandaloneStatus()
  const { data: status, isFetched } = query
  return (
    <div className="mx-auto max-w-[800px] space-y-6">
      <Notice tone="warn" title="Mainnet Config">
        <p>This connects to the real Solana mainnet and spends real tokens and SOL.</p>
        <p>
          It sets the Standalone Sender: its wallet, its token and its nodes. The Bulk Sender, which pays
          claims, stays as it is.
        </p>
      </Notice>
      {!isFetched && <Spinner label="Loading..." />}
      {isFetched && !status && <FailedQuery text="Failed to fetch status" query={query} />}
      {status && (
        <Card>
          <Configure at="mainnet" status={status} />
        </Card>
      )}
    </div>
  )
}
