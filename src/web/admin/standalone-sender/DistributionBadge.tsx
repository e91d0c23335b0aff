import type { Distribution } from '#api-schema/standalone-sender.ts'
import { StateBadge } from '#web/admin/sending/StateBadge.tsx'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import type { IconName } from '#web/ui/Icon.tsx'

const BADGES: Record<Distribution['status'], { tone: BadgeTone; icon?: IconName }> = {
  pending: { tone: 'neutral' },
  processing: { tone: 'accent', icon: 'clock' },
  completed: { tone: 'done', icon: 'check' },
  failed: { tone: 'error', icon: 'error' },
}

/** How a distribution stands, in a word; in two while it waits or is stopping. */
export function DistributionBadge({ distribution: { status, state } }: { distribution: Distribution }) {
  return (
    <span className="flex items-center gap-2">
      <StateBadge state={state} />
      <Badge {...BADGES[status]}>{status}</Badge>
    </span>
  )
}
