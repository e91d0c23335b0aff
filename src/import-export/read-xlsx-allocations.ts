import { type AllocationColumns, readAllocationColumns } from './allocation-columns.ts'
import type { AllocationEntry, AllocationFormat, MisshapenEntry } from './allocation-entry.ts'
import { collectBytes } from './collect-bytes.ts'
import { readAddressCell, readAmountCell } from './xlsx/read-cell.ts'
import { readXlsxRows, type XlsxRow } from './xlsx/read-xlsx-rows.ts'
import type { XlsxLimits } from './xlsx/xlsx-limits.ts'

/** Columns further to the right are not read. */
const MAX_COLUMNS = 50

/** A sheet can have no more rows; a million holders with long amounts take 60 MB. Each text may be a shared string. */
const LIMITS: Omit<XlsxLimits, 'maxInflateRatio'> = {
  maxFileBytes: 128 * 1024 ** 2,
  maxInflatedBytes: 512 * 1024 ** 2,
  maxRows: 1_048_575,
  maxCells: 10_000_000,
  maxSharedStrings: 2_200_000,
  maxParts: 1000,
}

/**
 * Reads the first visible sheet of an .xlsx, whose first row names the columns: address, and amountWei or amountUA. Other columns
 * are ignored. The file is held in memory, since a zip is read from its end.
 */
export const readXlsxAllocations: AllocationFormat = async function* (bytes, limits) {
  const file = await collectBytes(bytes, LIMITS.maxFileBytes)
  const xlsxLimits = {
    ...LIMITS,
    maxRows: Math.min(LIMITS.maxRows, limits.maxRows),
    maxInflateRatio: limits.maxInflateRatio,
  }
  let columns: AllocationColumns | undefined
  for await (const rows of readXlsxRows(file, MAX_COLUMNS, xlsxLimits)) {
    const entries: (AllocationEntry | MisshapenEntry)[] = []
    for (const row of rows) {
      if (columns) entries.push(readEntry(row, columns))
      else columns = readAllocationColumns(namesIn(row), row.row)
    }
    yield entries
  }
}

function namesIn({ cells }: XlsxRow): [number, string][] {
  return [...cells].map(([index, cell]) => [index, cell.kind === 'text' ? cell.text : ''])
}

function readEntry({ row, cells }: XlsxRow, columns: AllocationColumns): AllocationEntry | MisshapenEntry {
  const address = readAddressCell(cells.get(columns.address), columns.address)
  const amount = readAmountCell(cells.get(columns.amount), columns.amount)
  if ('problem' in address) return { row, problem: address.problem }
  if ('problem' in amount) return { row, problem: amount.problem }
  return { row, address: address.text, amount: amount.text, amountField: columns.amountField }
}
