import { type AllocationColumns, readAllocationColumns } from './allocation-columns.ts'
import type { AllocationEntry, AllocationFormat, MisshapenEntry } from './allocation-entry.ts'
import { readCsvRecords, type SheetRecord } from './read-csv-records.ts'

/** The positions of the fields in each row, and the number of columns. */
interface Columns extends AllocationColumns {
  count: number
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
  return { count: cells.length, ...readAllocationColumns(cells.entries(), row) }
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
