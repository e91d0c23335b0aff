import type { ReactNode } from 'react'

interface ComparisonTableProps {
  title: string
  /** The names of the two columns. */
  columns: readonly [string, string]
  rows: readonly { name: string; cells: readonly [ReactNode, ReactNode] }[]
}

/** Two values of each thing, side by side. */
export function ComparisonTable({ title, columns, rows }: ComparisonTableProps) {
  return (
    <table className="w-full text-right text-13 sm:text-15">
      <caption className="pb-1 text-left text-15 font-semibold">{title}</caption>
      <thead>
        <tr className="border-b border-line text-13 text-muted">
          <td />
          {columns.map((name) => (
            <th key={name} scope="col" className="py-2 pl-4 font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ name, cells: [left, right] }) => (
          <tr key={name}>
            <th scope="row" className="py-2 text-left font-normal text-muted">
              {name}
            </th>
            <td className="py-2 pl-4">{left}</td>
            <td className="py-2 pl-4">{right}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
