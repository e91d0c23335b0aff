import { formatLocal } from '#web/lib/format-time.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { LiveState } from './live-state.ts'

/** The moment up to which what is shown holds. */
export function AsOf({ live: { asOf, isSilent } }: { live: LiveState }) {
  if (isSilent && asOf !== null) {
    return (
      <span role="alert" className="inline-flex items-center gap-1 font-semibold text-error tabular-nums">
        <Icon name="error" className="size-3" />
        No answer since {formatClock(asOf)}
      </span>
    )
  }
  return asOf === null ? null : (
    <span className="whitespace-nowrap text-muted tabular-nums">as of {formatClock(asOf)}</span>
  )
}

/** The moment of the numbers above it, by the server's clock. */
export function Moment({ asOf }: { asOf: number }) {
  return <p className="text-right text-13 text-muted tabular-nums">As of {formatLocal(asOf)}</p>
}

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

/** Formats a time of day by the reader's own locale and time zone: "12:31:05". */
export function formatClock(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toLocaleTimeString(undefined, { hourCycle: 'h23' })
}
