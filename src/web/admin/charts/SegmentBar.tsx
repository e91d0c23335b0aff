import { groupThousands } from '#web/ui/group-thousands.ts'
import { percentOf } from './percent-of.ts'

const COLORS = {
  done: 'bg-done',
  accent: 'bg-accent',
  error: 'bg-error',
  neutral: 'bg-control',
}

export interface Segment {
  name: string
  count: number
  color: keyof typeof COLORS
}

/** The parts of a whole as a bar, with a legend that is also the bar's text alternative. */
export function SegmentBar({ segments }: { segments: readonly Segment[] }) {
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
