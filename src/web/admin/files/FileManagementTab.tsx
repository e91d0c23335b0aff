import type { PortalResponse } from '#api-schema/portal.ts'
import { AddressExports } from '#web/admin/analysis/AddressAnalysisTab.tsx'
import { ClaimControlsCard } from '#web/admin/claim-controls/ClaimControlsCard.tsx'
import { DenyListCard } from '#web/admin/deny-list/DenyListCard.tsx'
import { ExportQueuedClaims } from '#web/admin/ExportButton.tsx'
import { ListVersions } from '#web/admin/lists/ListVersions.tsx'
import { ListWarnings } from '#web/admin/lists/ListWarnings.tsx'
import { AllocationUpload } from '#web/admin/overview/AllocationUpload.tsx'
import { LedgerExports } from '#web/admin/payouts/history/LedgerTab.tsx'
import { useAddressAnalysis, useLists } from '#web/admin/queries.ts'
import { ReloadAllocations } from '#web/admin/ReloadAllocations.tsx'
import { SecondSecretCard } from '#web/admin/second-secret/SecondSecretCard.tsx'
import { ActionsCard } from '#web/admin/sessions/ActionsCard.tsx'
import { SessionsCard } from '#web/admin/sessions/SessionsCard.tsx'
import { ReadAt } from '#web/admin/status/AsOf.tsx'
import { formatUtc } from '#web/lib/format-time.ts'
import { Card } from '#web/ui/Card.tsx'
import { CopyFact, Count, Fact, Facts } from '#web/ui/Facts.tsx'

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
