import { endpoints } from '#api-schema/endpoints.ts'
import { ExportButton } from './ExportButton.tsx'

/** Downloads the queued claims as a CSV file. */
export function ExportQueuedClaims() {
  return (
    <div className="space-y-1">
      <ExportButton list={endpoints.admin.exportQueued} input={{}} failure="Failed to export">
        Export Queued Claims
      </ExportButton>
      <p className="text-13 text-muted">All claims that wait to be paid, as a CSV file.</p>
    </div>
  )
}
