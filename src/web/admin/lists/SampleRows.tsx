import type { ListPreviewView } from '#api-schema/lists.ts'
import { classNames } from '#web/ui/class-names.ts'

/** The first rows of a file, with the two columns that are read marked. */
export function SampleRows({ preview }: { preview: ListPreviewView }) {
  const { columns, chosen, samples } = preview
  if (samples.length === 0) return null
  const isRead = (name: string | undefined) => name === chosen?.address || name === chosen?.amount
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="First rows"
      className="overflow-x-auto rounded-control border border-line"
    >
      <table className="w-full text-13">
        <thead>
          <tr className="border-b border-line bg-well text-left">
            {columns.map((name) => (
              <th
                key={name}
                className={classNames(
                  'px-3 py-2 align-top font-medium whitespace-nowrap',
                  isRead(name) ? 'text-ink' : 'text-muted',
                )}
              >
                {name}
                {chosen && (
                  <span className={classNames('block font-normal', isRead(name) && 'text-accent')}>
                    {name === chosen.address
                      ? 'read as the address'
                      : name === chosen.amount
                        ? 'read as the amount'
                        : 'not read'}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {samples.map((cells) => (
            <tr key={cells.join('\n')}>
              {cells.map((cell, index) => (
                <td
                  key={columns[index] ?? index}
                  className={classNames(
                    'px-3 py-1.5 font-mono whitespace-nowrap max-sm:max-w-36 max-sm:truncate',
                    !isRead(columns[index]) && 'text-muted',
                  )}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
