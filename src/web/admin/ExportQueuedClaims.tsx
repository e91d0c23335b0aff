import { ExportButton } from './ExportButton.tsx'

/** The queued claims as a CSV file. */
export function ExportQueuedClaims() {
  return (
    <div className="space-y-1">
      <ExportButton path="/api/admin/export.csv" fileName="queued_claims.csv" failure="Failed to export">
        Export Queued Claims
      </ExportButton>
      <p className="text-13 text-muted">All claims that wait to be paid, as a CSV file.</p>
    </div>
  )
}
