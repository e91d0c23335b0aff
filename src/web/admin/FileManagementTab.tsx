import type { PortalResponse } from '#api-schema/portal.ts'
import { formatUtc } from '#web/lib/time.ts'
import { Card } from '#web/ui/basics.tsx'
import { AddressExports } from './AddressAnalysisTab.tsx'
import { ClaimControlsCard } from './ClaimControlsCard.tsx'
import { DenyListCard } from './DenyListCard.tsx'
import { ExportQueuedClaims } from './ExportButton.tsx'
import { AllocationUpload, ReloadAllocations } from './lists/AllocationUpload.tsx'
import { ListWarnings } from './lists/ListReading.tsx'
import { ListVersions } from './lists/ListVersions.tsx'
import { LedgerExports } from './payouts/history/LedgerTab.tsx'
import { useAddressAnalysis, useLists } from './queries.ts'
import { SecondSecretCard } from './SecondSecretCard.tsx'
import { ActionsCard, SessionsCard } from './SessionsCard.tsx'
import { ReadAt } from './status/AsOf.tsx'
import { CopyFact, Count, Fact, Facts } from './values.tsx'

/** Uploads and downloads, whether claims are taken, the addresses that are paid nothing, and who is signed in and did what. */
export function FileManagementTab({ portal, unit }: { portal: PortalResponse | undefined; unit: string }) {
  return (
    <div className="space-y-6">
      <div className="grid gap-6 panel:grid-cols-2">
        <AllocationUpload unit={unit} />
        <div className="space-y-6">
          <ClaimControlsCard />
          <Exports unit={unit} />
        </div>
      </div>
      {portal && <SnapshotInForce portal={portal} />}
      <ListVersions unit={unit} />
      <DenyListCard />
      <SecondSecretCard />
      <SessionsCard />
      <ActionsCard />
    </div>
  )
}

/** Every list that can be downloaded; those of one run or one distribution are with it. */
function Exports({ unit }: { unit: string }) {
  return (
    <Card className="space-y-4">
      <h2 className="text-17 font-semibold">Files</h2>
      <div className="flex flex-wrap gap-3">
        <ExportQueuedClaims />
        <AddressExports />
        <LedgerExports />
        <ReloadAllocations unit={unit} />
      </div>
    </Card>
  )
}

/** The holder list that is in force. */
function SnapshotInForce({ portal }: { portal: PortalResponse }) {
  const query = useAddressAnalysis()
  const { data } = query
  const inForce = useLists().data?.lists.find(({ state }) => state === 'published')
  const { fileHash, allocationsUpdatedAt } = portal
  return (
    <Card className="space-y-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-17 font-semibold">Snapshot in force</h2>
        <ReadAt query={query} />
      </div>
      {fileHash === null ? (
        <p className="text-muted">No allocations are loaded yet.</p>
      ) : (
        <Facts>
          {data && <Count name="Addresses" count={data.total.addresses} />}
          <CopyFact name="File hash (SHA-256)" value={fileHash} />
          {allocationsUpdatedAt !== null && <Fact name="Loaded">{formatUtc(allocationsUpdatedAt)}</Fact>}
        </Facts>
      )}
      <ListWarnings
        title="Loaded at the first start, where nobody was asked"
        odd={inForce?.unseenWarnings ?? []}
      />
    </Card>
  )
}
