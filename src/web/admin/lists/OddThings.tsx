import type { ListPreviewView } from '#api-schema/list-preview.ts'
import { Fold } from '#web/ui/Fold.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** More places than these are folded. */
const NAMED_AT_ONCE = 5

/** What is odd about a list, with the first rows that are. The unit is asked for elsewhere. */
export function OddThings({ odd }: { odd: ListPreviewView['odd'] }) {
  const things = odd.filter(({ kind }) => kind !== 'unit_unknown')
  if (things.length === 0) return null
  return (
    <Notice tone="warn" title="Look at this first">
      <ul className="space-y-2">
        {things.map(({ kind, words, rows, where }) => (
          <li key={kind} className="space-y-2 [overflow-wrap:anywhere]">
            <p>{words.charAt(0).toUpperCase() + words.slice(1)}.</p>
            {where.length > NAMED_AT_ONCE ? (
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

function Places({ where, rows }: Pick<ListPreviewView['odd'][number], 'where' | 'rows'>) {
  return (
    <span className="block text-13 text-muted">
      {where.join(', ')}
      {rows > where.length && ', …'}
    </span>
  )
}
