import { readExactNumber } from '#lists/list-shape/cell-text.ts'
import { columnName } from '#lists/sheet-row.ts'
import type { XlsxCell } from './read-xlsx-rows.ts'

/** A cell's text, or why the cell can not be used. */
export type CellReading = { text: string } | { problem: string }

/** Reads a cell that should hold an address. */
export function readAddressCell(cell: XlsxCell | undefined, column: number): CellReading {
  return readCell(cell, `address in column ${columnName(column)}`)
}

/** Reads a cell that should hold an amount: a text, or a number that a spreadsheet keeps exactly. */
export function readAmountCell(cell: XlsxCell | undefined, column: number): CellReading {
  if (cell?.kind !== 'number') return readCell(cell, `amount in column ${columnName(column)}`)
  const exact = readExactNumber(cell.text)
  return 'problem' in exact ? exact : { text: exact.amount }
}

function readCell(cell: XlsxCell | undefined, what: string): CellReading {
  if (cell === undefined) return { problem: `there is no ${what}` }
  return cell.kind === 'other' ? { problem: `the ${what} ${cell.problem}` } : { text: cell.text }
}
