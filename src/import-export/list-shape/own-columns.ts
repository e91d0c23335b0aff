import {
  type AllocationEntry,
  type AllocationField,
  type AmountField,
  type MisshapenEntry,
  readFieldName,
} from '#import-export/allocation-entry.ts'
import type { SheetCell, SheetRow, SheetRows } from '#import-export/sheet-row.ts'
import { UnreadableFileError } from '#import-export/unreadable-file-error.ts'
import { columnName } from '#import-export/xlsx/column-name.ts'
import { readAddressText } from './address-text.ts'
import { type MarkEvidence, markOfCell } from './amount-text.ts'
import { isNamedTwice } from './known-columns.ts'
import { readCell } from './read-cell.ts'

/** Where Ferry's own columns stand: an address, and an amountWei or an amountUA. */
export interface OwnColumns {
  names: readonly string[]
  address: number
  amount: number
  amountField: AmountField
  /** Reads a row after the header. */
  read(row: SheetRow): AllocationEntry | MisshapenEntry
}

/** Finds Ferry's own columns; null where there are none. Throws UnreadableFileError where one is named twice, or both amounts are. */
export function ownColumnsOf({ names, isFixedWidth }: SheetRows, first: SheetRow): OwnColumns | null {
  if (names !== null) return ofItems(names)
  const header = first.cells.map((cell) => (typeof cell === 'string' ? cell : ''))
  const indexes = new Map<AllocationField, number>()
  for (const [index, cell] of header.entries()) {
    const field = readFieldName(cell)
    if (!field) continue
    if (isNamedTwice(header, index))
      throw new UnreadableFileError(`the column ${field} is named twice`, first.row)
    indexes.set(field, index)
  }
  const address = indexes.get('address')
  const amountWei = indexes.get('amountWei')
  const amountUA = indexes.get('amountUA')
  if (amountWei !== undefined && amountUA !== undefined) {
    throw new UnreadableFileError('both amountWei and amountUA are named: keep one of them', first.row)
  }
  const amount = amountWei ?? amountUA
  if (address === undefined || amount === undefined) return null
  const amountField = amountWei === undefined ? 'amountUA' : 'amountWei'
  const columns = { names: header, address, amount, amountField } as const
  const count = isFixedWidth ? header.length : null
  return { ...columns, read: (row) => readLine(row, columns, count) }
}

function readLine(
  { row, cells }: SheetRow,
  { address, amount, amountField }: Omit<OwnColumns, 'read'>,
  count: number | null,
): AllocationEntry | MisshapenEntry {
  // A thousands separator splits an amount in two: its first part must never pass for the whole.
  if (count !== null && cells.length !== count) return { row, problem: wrongCount(cells.length, count) }
  const addressText = readCell(cells[address], `address in column ${columnName(address)}`)
  const amountText = readCell(cells[amount], `amount in column ${columnName(amount)}`)
  if ('problem' in addressText) return { row, problem: addressText.problem }
  if ('problem' in amountText) return { row, problem: amountText.problem }
  return {
    row,
    address: readAddressText(addressText.text),
    amount: amountText.text.trim(),
    amountField,
    mark: markOf(cells[amount], amountField),
  }
}

/** Wei have no fraction, and no mark before it. */
function markOf(cell: SheetCell, amountField: AmountField): MarkEvidence {
  return amountField === 'amountWei' ? 'none' : markOfCell(cell)
}

export function wrongCount(count: number, expected: number): string {
  return `fields: ${count} here, ${expected} in the first row; amounts take no thousands separators`
}

/** The items of a JSON name their fields themselves, each its own. */
function ofItems(names: readonly string[]): OwnColumns | null {
  const indexOf = (field: AllocationField) => names.findIndex((name) => readFieldName(name) === field)
  const address = indexOf('address')
  const first = { amountWei: indexOf('amountWei'), amountUA: indexOf('amountUA') }
  if (address < 0 || Math.max(first.amountWei, first.amountUA) < 0) return null
  // A later item may be the first with the other amount: its column is looked for until it is there.
  const at = { ...first }
  const read = ({ row, cells, problem }: SheetRow): AllocationEntry | MisshapenEntry => {
    if (at.amountWei < 0) at.amountWei = indexOf('amountWei')
    if (at.amountUA < 0) at.amountUA = indexOf('amountUA')
    if (problem !== undefined) return { row, problem }
    const hasWei = cells[at.amountWei] !== undefined
    if (cells[address] === undefined) return { row, problem: 'the address is missing' }
    if (hasWei && cells[at.amountUA] !== undefined) {
      return { row, problem: 'both amountWei and amountUA are given: keep one of them' }
    }
    const amountField = hasWei ? 'amountWei' : 'amountUA'
    const cell = cells[at[amountField]]
    if (cell === undefined) return { row, problem: 'the amount is missing: give amountWei or amountUA' }
    const addressText = readCell(cells[address], 'address')
    const amountText = readCell(cell, amountField)
    if ('problem' in addressText) return { row, problem: addressText.problem }
    if ('problem' in amountText) return { row, problem: amountText.problem }
    const mark = markOf(cell, amountField)
    return { row, address: addressText.text, amount: amountText.text, amountField, mark }
  }
  const amountField = first.amountWei < 0 ? 'amountUA' : 'amountWei'
  return { names, address, amount: first[amountField], amountField, read }
}
