import type { PortalState } from '#api-schema/portal-state.ts'
import { percentOf } from '#web/admin/charts/percent-of.ts'
import { SegmentBar } from '#web/admin/charts/SegmentBar.tsx'
import { countOf } from '#web/admin/count-of.ts'
import { AsOf } from '#web/admin/status/AsOf.tsx'
import { useLiveState } from '#web/admin/status/live-state.ts'
import { Card } from '#web/ui/Card.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { NextSteps } from './NextSteps.tsx'

/** The migration at a glance: the share claimed, the share paid, and what waits for the operator. */
export function MigrationState() {
  const live = useLiveState()
  const { state } = live
  const stats = state?.claims
  // Claims whose payment failed or is on hold are queued still, whichever run has tried them.
  const unpayable = state?.unpayable ?? 0
  return (
    <Card className="space-y-4">
      <h2 className="text-17 font-semibold">The migration at a glance</h2>
      {state && <ClaimedShare holders={state.holders} />}
      {!state && !live.isSilent && <Skeleton className="h-8" />}
      {!state && live.isSilent && <p className="text-muted">It is shown once the server answers again.</p>}
      {stats && (
        <section aria-label="Payout progress">
          <SegmentBar
            segments={[
              { name: 'Sent', count: stats.sent, color: 'done' },
              { name: 'Queued', count: stats.queued - unpayable, color: 'accent' },
              { name: 'Failed or on hold', count: unpayable, color: 'error' },
              { name: 'Rejected', count: stats.rejected, color: 'neutral' },
            ]}
          />
        </section>
      )}
      {state && <NextSteps state={state} />}
      <p className="text-right text-13">
        <AsOf live={live} />
      </p>
    </Card>
  )
}

/** The claimed share of the list in force: a claim by an earlier list may not be in it. */
function ClaimedShare({ holders: { listed, claimed } }: Pick<PortalState, 'holders'>) {
  return (
    <p>
      <span className="text-22 font-semibold">{percentOf(claimed, listed)}</span> of the holders have claimed:{' '}
      {groupThousands(claimed)} of {countOf(listed, 'address', 'addresses')}.
    </p>
  )
}
