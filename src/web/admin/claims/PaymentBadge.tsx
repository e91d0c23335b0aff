import type { AdminClaim } from '#api-schema/admin.ts'
import { Badge } from '#web/ui/Badge.tsx'

/** What is to be known of a claim's payment beside its status, in a word; why it failed is shown on hover. */
export function PaymentBadge({ claim }: { claim: AdminClaim }) {
  const { status, paymentState, attemptState, byHand, failure } = claim
  if (byHand) return <Badge>by hand</Badge>
  if (status !== 'queued') return null
  if (paymentState === 'hold') {
    return (
      <Badge tone="warn" icon="warning">
        on hold
      </Badge>
    )
  }
  if (attemptState !== null) return <Badge tone="accent">in flight</Badge>
  if (failure === null) return null
  return (
    <span title={failure} className="flex min-w-0 items-center gap-1">
      <Badge tone="error" icon="error">
        failed
      </Badge>
      <span className="hidden max-w-40 truncate text-muted min-[1200px]:block">{failure}</span>
    </span>
  )
}
