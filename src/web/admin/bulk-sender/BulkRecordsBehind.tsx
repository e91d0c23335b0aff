import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { refreshBulkSender } from '#web/admin/queries.ts'
import { RecordsBehind } from '#web/admin/sending/RecordsBehind.tsx'

/** Shows which payments on the chain the bulk sender's records lack; nothing where they lack none. */
export function BulkRecordsBehind({ status, unit }: { status: BulkSenderStatusResponse; unit: string }) {
  const { recordsBehind } = status
  if (!recordsBehind) return null
  return (
    <RecordsBehind
      lacking={recordsBehind}
      api={endpoints.bulkSender}
      unit={unit}
      refresh={refreshBulkSender}
    />
  )
}
