import { AdminActions } from './AdminActions.tsx'
import { AllocationUpload } from './AllocationUpload.tsx'
import { ClaimsTable } from './ClaimsTable.tsx'
import { StatCards } from './StatCards.tsx'

/** How the migration stands, and the list of its claims. */
export function OverviewTab({ unit }: { unit: string }) {
  return (
    <div className="space-y-6">
      <StatCards unit={unit} />
      <div className="grid gap-6 panel:grid-cols-2">
        <AllocationUpload unit={unit} />
        <AdminActions />
      </div>
      <ClaimsTable unit={unit} />
    </div>
  )
}
