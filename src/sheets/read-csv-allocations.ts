import {
  type AllocationEntry,
  type AllocationField,
  type AllocationFormat,
  type AmountField,
  type MisshapenEntry,
  readFieldName,
} from './allocation-entry.ts'
import { readCsvRecords, type SheetRecord } from './read-csv-records.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/** Where the fields stand in each row. */
interface Columns {
  count: number
  address: number
  amount: number
  amountField: AmountField
}

/** Reads a CSV whose first row names the columns: address, and amountWei or amountUA. Other columns are ignored. */
export const readCsvAllocations: AllocationFormat = async function* (text, limits) {
  let columns: Columns | undefined
  for await (const records of readCsvRecords(text, limits)) {
    const entries: (AllocationEntry | MisshapenEntry)[] = []
    for (const record of records) {
      if (columns) entries.push(readEntry(record, columns))
      else columns = readHeader(record)
    }
    yield entries
  }
}

function readHeader({ row, cells }: SheetRecord): Columns {
  const indexes = new Map<AllocationField, number>()
  for (const [index, cell] of cells.entries()) {
    const field = readFieldName(cell)
    if (!field) continue
    if (indexes.has(field)) throw new UnreadableFileError(`the column ${field} is named twice`, row)
    indexes.set(field, index)
  }
  const address = indexes.get('address')
  const amountWei = indexes.get('amountWei')
  const amountUA = indexes.get('amountUA')
  if (amountWei !== undefined && amountUA !== undefined) {
    throw new UnreadableFileError('both amountWei and amountUA are named: keep one of them', row)
  }
  const amount = amountWei ?? amountUA
  if (address === undefined || amount === undefined) {
    throw new UnreadableFileError(
      'the first row must name the columns: address,amountWei or address,amountUA',
      row,
    )
  }
  const amountField = amountWei === undefined ? 'amountUA' : 'amountWei'
  return { count: cells.length, address, amount, amountField }
}

function readEntry({ row, cells }: SheetRecord, columns: Columns): AllocationEntry | MisshapenEntry {
  const address = cells[columns.address]
  const amount = cells[columns.amount]
  // A thousands separator splits an amount in two: its first part must never pass for the whole.
  if (cells.length !== columns.count || address === undefined || amount === undefined) {
    return {
      row,
      problem: `fields: ${cells.length} here, ${columns.count} in the first row; amounts take no thousands separators`,
    }
  }
  return { row, address: address.trim(), amount: amount.trim(), amountField: columns.amountField }
}
