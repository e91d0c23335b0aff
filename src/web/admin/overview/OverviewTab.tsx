import type { ReactNode } from 'react'
import type { PortalStateBody } from '#api-schema/portal-state.ts'
import { ClaimsTable } from '#web/admin/claims/ClaimsTable.tsx'
import { ExportQueuedClaims } from '#web/admin/ExportButton.tsx'
import { NoAnswer } from '#web/admin/FailedQuery.tsx'
import { ReloadAllocations } from '#web/admin/lists/AllocationUpload.tsx'
import { useStats } from '#web/admin/queries.ts'
import { useLiveState } from '#web/admin/status/live-state.ts'
import { changeUrlState } from '#web/admin/url-state.ts'
import { BriefAmount, countOf, groupThousands } from '#web/admin/values.tsx'
import { formatLocal } from '#web/lib/time.ts'
import { Button, Card, Skeleton } from '#web/ui/basics.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { Next } from './Next.tsx'

/** What to do next, the state of the migration, and the list of its claims. */
export function OverviewTab({ unit }: { unit: string }) {
  return (
    <div className="space-y-3">
      <Next unit={unit} />
      <Glance unit={unit} />
      <ClaimsTable unit={unit} />
      <AdminActions unit={unit} />
    </div>
  )
}

/** The operator's occasional actions. */
function AdminActions({ unit }: { unit: string }) {
  return (
    <section aria-labelledby="admin-actions" className="flex flex-wrap items-center gap-3">
      <h2 id="admin-actions" className="text-13 font-semibold text-muted">
        Admin Actions
      </h2>
      <Button size="small" onClick={() => changeUrlState({ tab: 'files' }, { step: true })}>
        Update Allocation File
      </Button>
      <ExportQueuedClaims />
      <ReloadAllocations unit={unit} />
      <Button
        size="small"
        onClick={() =>
          showToast({
            title: 'Run Bulk Sender',
            description:
              'Please run the bulk sender manually: open the Bulk Sender tab, then Execute. Nothing was started.',
          })
        }
      >
        Run Bulk Sender
      </Button>
    </section>
  )
}

/** The migration at a glance: six numbers about all claims, the share of the holders who have claimed, and how far payment is. */
function Glance({ unit }: { unit: string }) {
  const query = useStats()
  // As the strip has them, once it is heard: numbers beside each other are of one moment.
  const { state } = useLiveState()
  const stats = query.data && (state?.claims ?? query.data)
  if (!stats) {
    return <NoAnswer query={query} text="Failed to fetch stats" until={<Skeleton className="h-44" />} />
  }
  const { totalAmountMarkedUnproved } = stats
  return (
    <Card className="space-y-3 sm:py-3">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 panel:grid-cols-[repeat(4,1fr)_repeat(2,2fr)]">
        <Stat name="Total Claims">{groupThousands(stats.total)}</Stat>
        <Stat name="Queued">{groupThousands(stats.queued)}</Stat>
        <Stat name="Completed">{groupThousands(stats.sent)}</Stat>
        <Stat name="Rejected">{groupThousands(stats.rejected)}</Stat>
        <Stat name="Total Submitted" wide>
          <BriefAmount value={stats.totalAmountSubmitted} unit={unit} />
        </Stat>
        <Stat name="Total Sent by Bulk Sender" wide>
          <BriefAmount value={stats.totalAmountSent} unit={unit} />
        </Stat>
      </dl>
      {stats.sent === 0 && stats.totalAmountSent !== '0' && (
        <p className="text-13 text-muted">What was sent was for claims that were reset since.</p>
      )}
      {totalAmountMarkedUnproved !== '0' && (
        <p className="text-13 text-muted">
          Besides, marked sent by hand without proof:{' '}
          <BriefAmount value={totalAmountMarkedUnproved} unit={unit} />
        </p>
      )}
      {state && <Payment state={state} />}
    </Card>
  )
}

interface StatProps {
  name: string
  wide?: boolean
  children: ReactNode
}

function Stat({ name, wide, children }: StatProps) {
  return (
    <div className={wide ? 'col-span-2 panel:col-span-1' : ''}>
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="font-mono text-17 font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

/** The parts of all claims by what became of their payment, and the share of the list in force that has claimed. */
function Payment({ state: { claims, failed, held, holders, controls } }: { state: PortalStateBody }) {
  const { claimed, listed } = holders
  return (
    <section aria-label="Payout progress" className="space-y-2">
      <SegmentBar
        segments={[
          { name: 'Sent', count: claims.sent, color: 'done' },
          { name: 'Waiting', count: claims.queued - failed - held, color: 'accent' },
          { name: 'Failed', count: failed, color: 'error' },
          { name: 'On hold', count: held, color: 'warn' },
          { name: 'Rejected', count: claims.rejected, color: 'neutral' },
        ]}
      />
      <p className="text-13 text-muted">
        {failed + held > 0 && `Waiting, failed and on hold: ${groupThousands(claims.queued)} queued. `}
        {percentOf(claimed, listed)} of the holders have claimed: {groupThousands(claimed)} of{' '}
        {countOf(listed, 'address', 'addresses')}.
        {controls.claimsOpen &&
          ` Claims are open${controls.claimsCloseAt === null ? '' : ` until ${formatLocal(controls.claimsCloseAt)}`}.`}
      </p>
    </section>
  )
}

const COLORS = {
  done: 'bg-done',
  accent: 'bg-accent',
  error: 'bg-error',
  warn: 'bg-warn',
  neutral: 'bg-control',
}

interface Segment {
  name: string
  count: number
  color: keyof typeof COLORS
}

/** The parts of a whole as a bar, with a legend that is also the bar's text alternative. */
function SegmentBar({ segments }: { segments: readonly Segment[] }) {
  const total = segments.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="space-y-2">
      <div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-full bg-well">
        {segments.map(
          ({ name, count, color }) =>
            count > 0 && (
              <span key={name} className={`min-w-1 basis-0 ${COLORS[color]}`} style={{ flexGrow: count }} />
            ),
        )}
      </div>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-13">
        {segments.map(({ name, count, color }) => (
          <li key={name} className="flex items-center gap-2">
            <span aria-hidden="true" className={`size-2 rounded-full ${COLORS[color]}`} />
            <span className="text-muted">{name}</span>
            <span className="font-mono tabular-nums">{groupThousands(count)}</span>
            {total > 0 && <span className="text-muted tabular-nums">{percentOf(count, total)}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Formats a share, "12.3%": never 0% of more than nothing, nor 100% of less than all. */
export function percentOf(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0%'
  if (part === whole) return '100%'
  const percent = (part / whole) * 100
  if (percent < 0.1) return '< 0.1%'
  return percent > 99.9 ? '> 99.9%' : `${percent.toFixed(1)}%`
}
