import { ClaimsTable } from '#web/admin/claims/ClaimsTable.tsx'
import { ExportQueuedClaims } from '#web/admin/ExportButton.tsx'
import { ReloadAllocations } from '#web/admin/ReloadAllocations.tsx'
import { changeUrlState } from '#web/admin/url-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { Glance } from './Glance.tsx'
import { Next } from './Next.tsx'

/** What to do next, the state of the migration, and the list of its claims. */
export function OverviewTab({ unit }: { unit: string }) {
  return (
    <div className="space-y-3">
      <Next unit={unit} />
      <Glance unit={unit} />
      <ClaimsTable unit={unit} />
      <AdminActions unit={unit} />
    </div>
  )
}

/** The operator's occasional actions. */
function AdminActions({ unit }: { unit: string }) {
  return (
    <section aria-labelledby="admin-actions" className="flex flex-wrap items-center gap-3">
      <h2 id="admin-actions" className="text-13 font-semibold text-muted">
        Admin Actions
      </h2>
      <Button size="small" onClick={() => changeUrlState({ tab: 'files' }, { step: true })}>
        Update Allocation File
      </Button>
      <ExportQueuedClaims />
      <ReloadAllocations unit={unit} />
      <Button
        size="small"
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
    </section>
  )
}
