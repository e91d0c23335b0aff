import type { AddressAnalysisResponse } from '#api-schema/admin.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { percentOf } from '#web/admin/charts/percent-of.ts'
import { SegmentBar } from '#web/admin/charts/SegmentBar.tsx'
import { countOf } from '#web/admin/count-of.ts'
import { useAddressAnalysis, useBulkSenderStatus, useStats } from '#web/admin/queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { NextSteps } from './NextSteps.tsx'

/** The migration at a glance: the share claimed, the share paid, and what waits for the operator. */
export function MigrationState({ portal }: { portal: PortalResponse | undefined }) {
  const { data: stats } = useStats()
  const { data: analysis } = useAddressAnalysis()
  const { data: sender } = useBulkSenderStatus({ poll: true })
  // Claims whose payment failed are queued still: the last run says how many.
  const failed = Math.min(sender?.progress?.failed ?? 0, stats?.queued ?? 0)
  return (
    <Card className="space-y-4">
      <h2 className="text-17 font-semibold">The migration at a glance</h2>
      {analysis ? <ClaimedShare analysis={analysis} /> : <Skeleton className="h-8" />}
      {stats && (
        <section aria-label="Payout progress">
          <SegmentBar
            segments={[
              { name: 'Sent', count: stats.sent, color: 'done' },
              { name: 'Queued', count: stats.queued - failed, color: 'accent' },
              { name: 'Failed', count: failed, color: 'error' },
              { name: 'Rejected', count: stats.rejected, color: 'neutral' },
            ]}
          />
        </section>
      )}
      <NextSteps portal={portal} sender={sender} />
    </Card>
  )
}

/** The claimed share of the list in force: a claim by an earlier list may not be in it. */
function ClaimedShare({ analysis: { total, remaining } }: { analysis: AddressAnalysisResponse }) {
  const claimed = total.addresses - remaining.addresses
  return (
    <p>
      <span className="text-22 font-semibold">{percentOf(claimed, total.addresses)}</span> of the holders have
      claimed: {groupThousands(claimed)} of {countOf(total.addresses, 'address', 'addresses')}.
    </p>
  )
}
