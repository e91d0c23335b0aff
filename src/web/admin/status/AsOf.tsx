import { Icon } from '#web/ui/Icon.tsx'
import { formatClock } from './format-clock.ts'
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
