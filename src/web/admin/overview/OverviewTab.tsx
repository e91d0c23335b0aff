import { ClaimsOverTime } from '#web/admin/charts/ClaimsOverTime.tsx'
import { ClaimControlsCard } from '#web/admin/claim-controls/ClaimControlsCard.tsx'
import { ClaimsTable } from '#web/admin/claims/ClaimsTable.tsx'
import { AdminActions } from './AdminActions.tsx'
import { AllocationUpload } from './AllocationUpload.tsx'
import { MigrationState } from './MigrationState.tsx'
import { StatCards } from './StatCards.tsx'

/** The state of the migration, and the list of its claims. */
export function OverviewTab({ unit }: { unit: string }) {
  return (
    <div className="space-y-6">
      <StatCards unit={unit} />
      <ClaimsTable unit={unit} />
      <div className="grid gap-6 panel:grid-cols-2">
        <MigrationState />
        <ClaimsOverTime />
      </div>
      <div className="grid gap-6 panel:grid-cols-2">
        <AllocationUpload unit={unit} isAway />
        <ClaimControlsCard />
      </div>
      <AdminActions unit={unit} />
    </div>
  )
}
