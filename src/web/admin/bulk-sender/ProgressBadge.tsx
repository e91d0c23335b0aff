import type { BulkSenderProgress } from '#api-schema/bulk-sender.ts'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import type { IconName } from '#web/ui/Icon.tsx'

const BADGES: Record<BulkSenderProgress['status'], { word: string; tone: BadgeTone; icon?: IconName }> = {
  ready: { word: 'Ready', tone: 'neutral' },
  running: { word: 'Running', tone: 'accent', icon: 'clock' },
  completed: { word: 'Completed', tone: 'done', icon: 'check' },
  failed: { word: 'Failed', tone: 'error', icon: 'error' },
}

/** How a run stands, in a word. */
export function ProgressBadge({ status }: { status: BulkSenderProgress['status'] }) {
  const { word, tone, icon } = BADGES[status]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
