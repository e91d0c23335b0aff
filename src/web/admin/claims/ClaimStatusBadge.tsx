import type { ClaimStatus } from '#domain/claim.ts'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import type { IconName } from '#web/ui/Icon.tsx'

const BADGES: Record<ClaimStatus, { tone: BadgeTone; icon: IconName }> = {
  queued: { tone: 'accent', icon: 'clock' },
  sent: { tone: 'done', icon: 'check' },
  rejected: { tone: 'error', icon: 'error' },
}

/** A claim's status in a word. */
export function ClaimStatusBadge({ status }: { status: ClaimStatus }) {
  return <Badge {...BADGES[status]}>{status}</Badge>
}
