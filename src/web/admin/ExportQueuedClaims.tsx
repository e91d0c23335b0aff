import { endpoints } from '#api-schema/endpoints.ts'
import { ExportButton } from './ExportButton.tsx'

/** Downloads the queued claims as a CSV file. */
export function ExportQueuedClaims() {
  return (
    <ExportButton size="small" list={endpoints.admin.exportQueued} input={{}} failure="Failed to export">
      Export Queued Claims
    </ExportButton>
  )
}
