import { readExactNumber } from '#import-export/exact-number.ts'
import type { SheetCell } from '#import-export/sheet-row.ts'

/** A cell's text, or why it can not be used. */
export type CellText = { text: string } | { problem: string }

/** Reads a cell as text: of a number, the digits that it is certain to have. `what` says what should stand there. */
export function readCell(cell: SheetCell, what: string): CellText {
  if (cell === undefined) return { problem: `there is no ${what}` }
  if (typeof cell === 'string') return { text: cell }
  if ('problem' in cell) return { problem: cell.problem }
  const exact = readExactNumber(cell.number)
  return 'problem' in exact ? exact : { text: exact.amount }
}
