import type { PortalResponse } from '#api-schema/portal.ts'
import { DenyListCard } from '#web/admin/deny-list/DenyListCard.tsx'
import { ExportQueuedClaims } from '#web/admin/ExportQueuedClaims.tsx'
import { ListVersions } from '#web/admin/lists/ListVersions.tsx'
import { AllocationUpload } from '#web/admin/overview/AllocationUpload.tsx'
import { ReloadAllocations } from '#web/admin/ReloadAllocations.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SnapshotInForce } from './SnapshotInForce.tsx'

/** Uploads and downloads, and the addresses that are paid nothing. */
export function FileManagementTab({ portal, unit }: { portal: PortalResponse | undefined; unit: string }) {
  return (
    <div className="space-y-6">
      <div className="grid gap-6 panel:grid-cols-2">
        <AllocationUpload unit={unit} />
        <Card className="space-y-4">
          <h2 className="text-17 font-semibold">Files</h2>
          <ExportQueuedClaims />
          <ReloadAllocations unit={unit} />
        </Card>
      </div>
      {portal && <SnapshotInForce portal={portal} />}
      <ListVersions unit={unit} />
      <DenyListCard />
    </div>
  )
}
