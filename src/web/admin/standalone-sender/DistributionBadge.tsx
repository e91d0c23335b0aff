import type { Distribution } from '#api-schema/standalone-sender.ts'
import { StateBadge } from '#web/admin/payout/StateBadge.tsx'
import { StatusBadge } from '#web/admin/payout/StatusBadge.tsx'

/** Shows the state of a distribution in a word; in two while it waits or is stopping. */
export function DistributionBadge({ distribution: { status, state } }: { distribution: Distribution }) {
  return (
    <span className="flex items-center gap-2">
      <StateBadge state={state} />
      <StatusBadge status={status} />
    </span>
  )
}
