import type { ReactNode } from 'react'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { useStats } from '#web/admin/queries.ts'
import { useLiveState } from '#web/admin/status/live-state.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Six numbers about all claims. */
export function StatCards({ unit }: { unit: string }) {
  const query = useStats()
  const { isFetched } = query
  // As the strip and the steps have it, once that is heard: numbers beside each other are of one moment.
  const { state } = useLiveState()
  const stats = query.data && (state?.claims ?? query.data)
  if (!stats) {
    return isFetched ? (
      <FailedQuery text="Failed to fetch stats" query={query} />
    ) : (
      <Skeleton className="h-[173px]" />
    )
  }
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line panel:grid-cols-4">
      <Stat name="Total Claims" value={`${stats.total}`} />
      <Stat name="Queued" value={`${stats.queued}`} />
      <Stat name="Completed" value={`${stats.sent}`} />
      <Stat name="Rejected" value={`${stats.rejected}`} />
      <Stat name="Total Submitted" value={stats.totalAmountSubmitted} unit={unit} wide />
      <Stat name="Total Sent by Bulk Sender" value={stats.totalAmountSent} unit={unit} wide>
        {stats.totalAmountMarkedUnproved !== '0' && (
          <p className="text-13 font-normal text-muted">
            Besides, marked sent by hand without proof:{' '}
            <Amount value={stats.totalAmountMarkedUnproved} unit={unit} />
          </p>
        )}
      </Stat>
    </dl>
  )
}

interface StatProps {
  name: string
  value: string
  unit?: string
  wide?: boolean
  /** A note beside the number. */
  children?: ReactNode
}

function Stat({ name, value, unit, wide, children }: StatProps) {
  return (
    <div className={wide ? 'col-span-2 bg-card p-4' : 'bg-card p-4'}>
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="text-22 font-semibold">
        <Amount value={value} unit={unit} />
        {children}
      </dd>
    </div>
  )
}
