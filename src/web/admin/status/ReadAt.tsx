import { serverNow } from '#web/lib/server-clock.ts'
import { formatClock } from './format-clock.ts'

/** The moment at which a query's answer was read, by the server's clock. */
export function ReadAt({ query: { dataUpdatedAt } }: { query: { dataUpdatedAt: number } }) {
  if (dataUpdatedAt === 0) return null
  const atMs = dataUpdatedAt + serverNow() - Date.now()
  return (
    <span className="text-13 font-normal whitespace-nowrap text-muted tabular-nums">
      as of {formatClock(Math.floor(atMs / 1000))}
    </span>
  )
}
