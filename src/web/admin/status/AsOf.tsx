import { formatLocal, serverNow } from '#web/lib/time.ts'
import { Icon } from '#web/ui/basics.tsx'
import { type LiveState, useLiveState } from './live-state.ts'

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
    <span className="text-muted tabular-nums">
      <span className="sr-only panel:not-sr-only">as of</span> {formatClock(asOf)}
    </span>
  )
}

/** So much older than the strip's moment a reading is of another one, and says so. */
export const SAME_MOMENT_SECONDS = 5

/** The moment of the numbers above it, by the server's clock: in sight once it is older than the strip's. */
export function Moment({ asOf }: { asOf: number }) {
  const { asOf: now } = useLiveState()
  const isOld = now !== null && now - asOf > SAME_MOMENT_SECONDS
  return (
    <p className={isOld ? 'text-right text-13 text-muted tabular-nums' : 'sr-only'}>
      As of {formatLocal(asOf)}
    </p>
  )
}

/** The moment at which a query's answer was read, by the server's clock, once it is older than the strip's. */
export function ReadAt({ query: { dataUpdatedAt } }: { query: { dataUpdatedAt: number } }) {
  const { asOf: now } = useLiveState()
  const asOf = Math.floor((dataUpdatedAt + serverNow() - Date.now()) / 1000)
  if (dataUpdatedAt === 0 || now === null || now - asOf <= SAME_MOMENT_SECONDS) return null
  return (
    <span className="text-13 font-normal whitespace-nowrap text-muted tabular-nums">
      as of {formatClock(asOf)}
    </span>
  )
}

/** Formats a time of day by the reader's own locale and time zone: "12:31:05". */
export function formatClock(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toLocaleTimeString(undefined, { hourCycle: 'h23' })
}
