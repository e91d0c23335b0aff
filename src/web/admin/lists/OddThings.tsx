import type { ListPreviewView } from '#api-schema/list-preview.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** What is odd about a list, with the first rows that are. The unit is asked for elsewhere. */
export function OddThings({ odd }: { odd: ListPreviewView['odd'] }) {
  const things = odd.filter(({ kind }) => kind !== 'unit_unknown')
  if (things.length === 0) return null
  return (
    <Notice tone="warn" title="Look at this first">
      <ul className="space-y-2">
        {things.map(({ kind, words, rows, where }) => (
          <li key={kind} className="[overflow-wrap:anywhere]">
            {words.charAt(0).toUpperCase() + words.slice(1)}.
            {where.length > 0 && (
              <span className="block text-13 text-muted">
                {where.join(', ')}
                {rows > where.length && ', …'}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
