import type { PortalStateBody } from '#api-schema/portal-state.ts'
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
              { name: 'Waiting', count: stats.queued - unpayable, color: 'accent' },
              { name: 'Failed or on hold', count: unpayable, color: 'error' },
              { name: 'Rejected', count: stats.rejected, color: 'neutral' },
            ]}
          />
          {unpayable > 0 && (
            <p className="pt-1 text-13 text-muted">
              Those that wait, failed or are on hold are the {groupThousands(stats.queued)} queued claims.
            </p>
          )}
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
function ClaimedShare({ holders: { listed, claimed } }: Pick<PortalStateBody, 'holders'>) {
  return (
    <p>
      <span className="text-22 font-semibold">{percentOf(claimed, listed)}</span> of the holders have claimed:{' '}
      {groupThousands(claimed)} of {countOf(listed, 'address', 'addresses')}.
    </p>
  )
}

const COLORS = {
  done: 'bg-done',
  accent: 'bg-accent',
  error: 'bg-error',
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
    <div className="space-y-3">
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
