import { useLiveState } from '#web/admin/status/live-state.ts'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'

interface ReadingProgressProps {
  /** Where it is known: another list may be read at the same moment. */
  fileName?: string | undefined
  /** All rows, where an earlier reading has counted them. */
  rows?: number | null
  /** The server has the file already. */
  isSent?: boolean
}

/** Shows how many rows of a holder list the server has read so far, and then how many of them it has stored. */
export function ReadingProgress({ fileName, rows: all = null, isSent = false }: ReadingProgressProps) {
  const { state } = useLiveState()
  const reading = state?.reading ?? null
  const isThis = reading !== null && (fileName === undefined || reading.fileName === fileName)
  const { rowsRead, rows } = isThis ? reading : { rowsRead: 0, rows: 0 }
  const known = all ?? (rows > 0 && rowsRead > 0 ? rowsRead : null)
  const begun = isThis || isSent ? 'Reading the file…' : 'Sending the file…'
  return (
    <div className="min-w-48 space-y-1">
      {all !== null && (
        <ProgressBar label="Rows" value={Math.min(rowsRead, all) + Math.min(rows, all)} max={2 * all} />
      )}
      <p className="text-13 text-muted tabular-nums">
        {rows === 0 && begun}
        {rows === 0 && rowsRead > 0 && ` ${groupThousands(rowsRead)} rows`}
        {rows > 0 &&
          `${groupThousands(rows)}${known === null ? '' : ` of ${groupThousands(known)}`} rows stored`}
        {known !== null && rows >= known && ', comparing…'}
      </p>
    </div>
  )
}
