import type { ReactNode } from 'react'
import { Button, classNames } from '#web/ui/basics.tsx'
import { BriefAmount, placesIn } from './values.tsx'

interface CellColumn<Row> {
  name: string
  /** Numbers stand to the right. */
  isNumber?: boolean
  cell(row: Row): ReactNode
}

interface AmountColumn<Row> {
  name: string
  /** Null where a row has none. */
  amount(row: Row): string | null
  unit?(row: Row): string
}

export type TableColumn<Row> = CellColumn<Row> | AmountColumn<Row>

interface PagedTableProps<Row extends { id: string }> {
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  /** The query by which it grows, where there may be more. */
  pages?: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown }
  empty: string
}

/** A dense table that grows by pages; on a phone a list, each cell with its name. It scrolls sideways where it is wider than the page. */
export function PagedTable<Row extends { id: string }>({
  label,
  columns,
  rows,
  pages,
  empty,
}: PagedTableProps<Row>) {
  if (rows.length === 0) return <p className="py-12 text-center text-muted">{empty}</p>
  const shown = columns.map((column) => ('cell' in column ? column : cellsOf(column, rows)))
  return (
    <div className="space-y-3">
      <ScrollRegion label={label} className="">
        <table className="block w-full text-left text-13 panel:table panel:min-w-[680px]">
          <thead className="hidden panel:table-header-group">
            <tr className="border-b border-line text-muted">
              {shown.map(({ name, isNumber }) => (
                <th
                  key={name}
                  scope="col"
                  className={classNames(
                    'h-9 font-medium whitespace-nowrap',
                    isNumber ? 'pr-5 text-right last:pr-0' : 'pr-4',
                  )}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="block divide-y divide-line panel:table-row-group">
            {rows.map((row) => (
              <tr key={row.id} className="block py-2 hover:bg-well/60 panel:table-row">
                {shown.map(({ name, isNumber, cell }) => (
                  <td
                    key={name}
                    data-label={name}
                    className={classNames(
                      'flex justify-between gap-4 text-right before:text-muted before:content-[attr(data-label)] panel:table-cell panel:h-9 panel:py-1 panel:before:content-none',
                      isNumber
                        ? 'panel:pr-5 panel:whitespace-nowrap panel:last:pr-0'
                        : 'panel:pr-4 panel:text-left',
                    )}
                  >
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {pages?.hasNextPage && (
        <Button
          size="small"
          busy={pages.isFetchingNextPage}
          busyText="Loading..."
          onClick={() => pages.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  )
}

/** A longer name of a token stands below the amount, so that no other column is driven out of view. */
const MAX_UNIT_BESIDE = 12

/** Aligns the amounts of a column by their decimal points. */
function cellsOf<Row>({ name, amount, unit }: AmountColumn<Row>, rows: readonly Row[]): CellColumn<Row> {
  const places = placesIn(rows.map((row) => amount(row) ?? ''))
  return {
    name,
    isNumber: true,
    cell(row) {
      const value = amount(row)
      if (value === null) return <Nothing />
      const token = unit?.(row) ?? ''
      if (token.length <= MAX_UNIT_BESIDE) return <BriefAmount value={value} unit={token} places={places} />
      return (
        <div>
          <BriefAmount value={value} places={places} />
          <span className="block text-muted">{token}</span>
        </div>
      )
    },
  }
}

/** In a cell that has no value. */
export function Nothing() {
  return <span className="text-muted">-</span>
}

interface ScrollRegionProps {
  label: string
  /** In place of a height: it is as high as what it holds. */
  className?: string
  children: ReactNode
}

/** A region that scrolls by itself once it is long, or wide, by keyboard too. */
export function ScrollRegion({ label, className = '-mx-2 max-h-64 px-2', children }: ScrollRegionProps) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className={classNames('relative overflow-auto', className)}
    >
      {children}
    </section>
  )
}
