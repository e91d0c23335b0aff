import type { DistributionStatus, ProgressStatus } from '#domain/payout-states.ts'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import type { IconName } from '#web/ui/Icon.tsx'

interface Look {
  tone: BadgeTone
  icon?: IconName
}

const IDLE: Look = { tone: 'neutral' }
const RUNNING: Look = { tone: 'accent', icon: 'clock' }

const LOOKS: Record<ProgressStatus | DistributionStatus, Look> = {
  ready: IDLE,
  pending: IDLE,
  running: RUNNING,
  processing: RUNNING,
  completed: { tone: 'done', icon: 'check' },
  failed: { tone: 'error', icon: 'error' },
}

/** Shows the state of a payout in a word: its status, unless another is given. */
export function StatusBadge({ status, word = status }: { status: keyof typeof LOOKS; word?: string }) {
  return <Badge {...LOOKS[status]}>{word}</Badge>
}
