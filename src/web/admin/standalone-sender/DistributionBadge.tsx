import type { Distribution } from '#contract/standalone-sender.ts'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import type { IconName } from '#web/ui/Icon.tsx'

const BADGES: Record<Distribution['status'], { tone: BadgeTone; icon?: IconName }> = {
  pending: { tone: 'neutral' },
  processing: { tone: 'accent', icon: 'clock' },
  completed: { tone: 'done', icon: 'check' },
  failed: { tone: 'error', icon: 'error' },
}

/** How a distribution stands, in a word. */
export function DistributionBadge({ status }: { status: Distribution['status'] }) {
  return <Badge {...BADGES[status]}>{status}</Badge>
}
