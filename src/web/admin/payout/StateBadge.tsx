import type { SenderState } from '#domain/payout-states.ts'
import { Badge } from '#web/ui/Badge.tsx'

/** Shows that an unfinished run is stopping or waiting; otherwise nothing. */
export function StateBadge({ state }: { state: SenderState }) {
  if (state === 'stopping') return <Badge tone="accent">Stopping</Badge>
  if (state === 'waiting') {
    return (
      <Badge tone="warn" icon="warning">
        Waiting
      </Badge>
    )
  }
  return null
}
