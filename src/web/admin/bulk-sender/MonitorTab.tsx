import type { BulkSenderStatusResponse } from '#contract/bulk-sender.ts'
import { HoldList } from './HoldList.tsx'
import { PastRuns } from './PastRuns.tsx'
import { Reconcile } from './Reconcile.tsx'
import { RunProgress } from './RunProgress.tsx'

/** The run, what could not be decided, the runs before, and whether the chain agrees with the books. */
export function MonitorTab({ status, unit }: { status: BulkSenderStatusResponse; unit: string }) {
  return (
    <div className="space-y-6">
      <RunProgress progress={status.progress} />
      <HoldList unit={unit} />
      {/* A run that begins or ends makes it another list. */}
      <PastRuns key={`${status.running}`} />
      {status.configured && <Reconcile unit={unit} />}
    </div>
  )
}
