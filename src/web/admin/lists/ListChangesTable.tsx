import type { ListChangeView, ListDifference } from '#api-schema/lists.ts'
import { groupThousands, ShortAddress } from '#web/admin/values.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { classNames, Notice } from '#web/ui/basics.tsx'
import { Fold } from '#web/ui/Fold.tsx'

const KINDS = [
  { kind: 'added', name: 'Added', sign: '+', isLoss: false },
  { kind: 'raised', name: 'Raised', sign: '+', isLoss: false },
  { kind: 'lowered', name: 'Lowered', sign: '−', isLoss: true },
  { kind: 'removed', name: 'Removed', sign: '−', isLoss: true },
] as const

interface ListChangesTableProps {
  preview: ListDifference & { isComparable?: boolean; before?: object | null }
  unit: string
}

/** How many rows a list adds, raises, lowers and removes, and which it changes most. */
export function ListChangesTable({ preview, unit }: ListChangesTableProps) {
  if (preview.before === null) return null
  if (preview.isComparable === false) {
    return (
      <Notice
        tone="error"
        title="The list in force was changed in the database"
        text="There is no telling what this one changes. Compare it with the file that you published last."
      />
    )
  }
  if (KINDS.every(({ kind }) => preview[kind].count === 0)) {
    return <Notice title="The same as the list in force" text="No row and no amount changes." />
  }
  return (
    <section aria-label="What changes" className="space-y-3">
      <table className="w-full">
        <thead>
          <tr className="border-b border-line text-left text-13 text-muted">
            <th className="w-28 py-2 font-medium">Compared to the list in force</th>
            <th className="py-2 ps-4 text-right font-medium">Rows</th>
            <th className="py-2 ps-4 text-right font-medium">Amount</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {KINDS.map(({ kind, name, sign, isLoss }) => {
            const { count, amountUA } = preview[kind]
            return (
              <tr key={kind} className={classNames(count === 0 && 'text-muted')}>
                <th
                  scope="row"
                  className={classNames(
                    'py-2 text-left',
                    isLoss && count > 0 ? 'font-semibold text-error' : 'font-normal',
                  )}
                >
                  {name}
                </th>
                <td className="py-2 ps-4 text-right font-mono tabular-nums">{groupThousands(count)}</td>
                <td className="py-2 ps-2 text-right text-13 whitespace-nowrap">
                  {count > 0 ? (
                    <>
                      {sign} <Amount value={amountUA} unit={unit} />
                    </>
                  ) : (
                    '–'
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {KINDS.toReversed().map(
        ({ kind, name }) =>
          preview[kind].count > 0 && (
            <Fold key={kind} summary={`${name}: ${namedOf(preview[kind])}`}>
              <ChangedHolders change={preview[kind]} unit={unit} />
            </Fold>
          ),
      )}
    </section>
  )
}

function namedOf({ count, holders }: ListChangeView): string {
  if (count > holders.length) return `the ${holders.length} largest`
  return count === 1 ? 'one holder' : `all ${count}`
}

function ChangedHolders({ change, unit }: { change: ListChangeView; unit: string }) {
  return (
    <ul className="divide-y divide-line text-13">
      {change.holders.map(({ address, beforeUA, afterUA }) => (
        <li key={address} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
          <ShortAddress address={address} />
          <span className="ms-auto text-right">
            {beforeUA !== null && afterUA !== null ? (
              <>
                <Amount value={beforeUA} /> → <Amount value={afterUA} unit={unit} />
              </>
            ) : (
              <Amount value={afterUA ?? beforeUA ?? '0'} unit={unit} />
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
