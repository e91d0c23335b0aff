import { ClaimControlsCard } from '#web/admin/claim-controls/ClaimControlsCard.tsx'
import { ClaimsTable } from '#web/admin/claims/ClaimsTable.tsx'
import { ExportQueuedClaims } from '#web/admin/ExportQueuedClaims.tsx'
import { ReloadAllocations } from '#web/admin/ReloadAllocations.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { AllocationUpload } from './AllocationUpload.tsx'
import { MigrationState } from './MigrationState.tsx'
import { StatCards } from './StatCards.tsx'

/** The state of the migration, and the list of its claims. */
export function OverviewTab({ unit }: { unit: string }) {
  return (
    <div className="space-y-6">
      <StatCards unit={unit} />
      <ClaimsTable unit={unit} />
      <MigrationState />
      <div className="grid gap-6 panel:grid-cols-2">
        <AllocationUpload unit={unit} isAway />
        <ClaimControlsCard />
      </div>
      <AdminActions unit={unit} />
    </div>
  )
}

/** The operator's occasional actions. */
function AdminActions({ unit }: { unit: string }) {
  return (
    <Card className="space-y-4">
      <h2 className="text-17 font-semibold">Admin Actions</h2>
      <div className="grid gap-4 sm:grid-cols-3">
        <ExportQueuedClaims />
        <ReloadAllocations unit={unit} />
        <div className="space-y-1">
          <Button
            onClick={() =>
              showToast({
                title: 'Run Bulk Sender',
                description:
                  'Please run the bulk sender manually: open the Bulk Sender tab, then Execute. Nothing was started.',
              })
            }
          >
            Run Bulk Sender
          </Button>
          <p className="text-13 text-muted">Says how payouts are started.</p>
        </div>
      </div>
    </Card>
  )
}
