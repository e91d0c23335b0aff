import type { SheetCell, SheetRow, SheetRows } from './sheet-row.ts'
import type { XlsxArchive } from './xlsx/open-xlsx.ts'
import { readArchivedRows, type XlsxCell, type XlsxRow } from './xlsx/read-xlsx-rows.ts'
import type { XlsxLimits } from './xlsx/xlsx-limits.ts'

/** Columns further to the right are not read. */
const MAX_COLUMNS = 50

/** A sheet can have no more rows; a million holders with long amounts take 60 MB. Each text may be a shared string. */
export const WORKBOOK_LIMITS: Omit<XlsxLimits, 'maxInflateRatio'> = {
  maxFileBytes: 128 * 1024 ** 2,
  maxInflatedBytes: 512 * 1024 ** 2,
  maxRows: 1_048_575,
  maxCells: 10_000_000,
  maxSharedStrings: 2_200_000,
  maxParts: 1000,
}

/** Reads the first visible sheet of a workbook as rows. */
export function readXlsxSheet(archive: XlsxArchive, limits: XlsxLimits): SheetRows {
  return { names: null, isFixedWidth: false, rows: readRows(archive, limits) }
}

async function* readRows(archive: XlsxArchive, limits: XlsxLimits): AsyncGenerator<SheetRow[], void, void> {
  for await (const rows of readArchivedRows(archive, MAX_COLUMNS, limits)) yield rows.map(sheetRow)
}

function sheetRow({ row, cells }: XlsxRow): SheetRow {
  const count = Math.max(-1, ...cells.keys()) + 1
  return { row, cells: Array.from({ length: count }, (_, index) => sheetCell(cells.get(index))) }
}

function sheetCell(cell: XlsxCell | undefined): SheetCell {
  if (cell === undefined) return undefined
  if (cell.kind === 'other') return { problem: cell.problem }
  return cell.kind === 'number' ? { number: cell.text } : cell.text
}
