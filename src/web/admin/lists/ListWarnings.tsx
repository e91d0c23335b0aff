import type { ListWarningView } from '#api-schema/lists.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** A place is a row, or an address. */
const ADDRESS = /^0x[0-9a-f]{40}$/i

/** More places than these are folded. */
const NAMED_AT_ONCE = 5

interface ListWarningsProps {
  title: string
  odd: readonly ListWarningView[]
  /** Reads the list again without rows that have no address. */
  onLeaveOut?(rows: number[]): void
}

/** What is odd about a list, with the first rows that are. The unit is asked for elsewhere. */
export function ListWarnings({ title, odd, onLeaveOut }: ListWarningsProps) {
  const things = odd.filter(({ kind }) => kind !== 'unit_unknown')
  if (things.length === 0) return null
  return (
    <Notice tone="warn" title={title}>
      <ul className="space-y-2">
        {things.map(({ kind, words, rows, where }) => (
          <li key={kind} className="space-y-2 [overflow-wrap:anywhere]">
            <p>{words.charAt(0).toUpperCase() + words.slice(1)}.</p>
            {kind === 'no_holder' && onLeaveOut && (
              <Button
                size="small"
                onClick={() => onLeaveOut(where.map((place) => Number(place.split(' ').at(-1))))}
              >
                {rows === 1 ? 'Leave this row out' : 'Leave these rows out'}
              </Button>
            )}
            {kind === 'no_holder' ? null : where.length > NAMED_AT_ONCE ? (
              <Fold summary={rows > where.length ? `The first ${where.length}` : `All ${where.length}`}>
                <Places where={where} rows={rows} />
              </Fold>
            ) : (
              where.length > 0 && <Places where={where} rows={rows} />
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Places({ where, rows }: Pick<ListWarningView, 'where' | 'rows'>) {
  return (
    <span className="flex flex-wrap gap-x-3 text-13 text-muted">
      {where.map((place) =>
        ADDRESS.test(place) ? <ShortAddress key={place} address={place} /> : <span key={place}>{place}</span>,
      )}
      {rows > where.length && '…'}
    </span>
  )
}
