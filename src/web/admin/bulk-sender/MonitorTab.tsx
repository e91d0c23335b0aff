import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { Reconcile } from '#web/admin/sending/Reconcile.tsx'
import { BulkRecordsBehind } from './BulkRecordsBehind.tsx'
import { HoldList } from './HoldList.tsx'
import { PastRuns } from './PastRuns.tsx'
import { RunProgress } from './RunProgress.tsx'

/** The run, what could not be decided, the runs before, and whether the chain agrees with the records. */
export function MonitorTab({ status, unit }: { status: BulkSenderStatusResponse; unit: string }) {
  return (
    <div className="space-y-6">
      <BulkRecordsBehind status={status} unit={unit} />
      <RunProgress status={status} />
      <HoldList unit={unit} />
      {/* The list changes when a run begins or ends. */}
      <PastRuns key={`${status.running}`} />
      {status.configured && <Reconcile api={endpoints.bulkSender} sender={status} unit={unit} />}
    </div>
  )
}
