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

/** Reads a sheet of a workbook as rows: the first visible one, where no path is given. */
export function readXlsxSheet(
  archive: XlsxArchive,
  limits: XlsxLimits,
  path: string | null = null,
): SheetRows {
  return { names: null, isFixedWidth: false, rows: readRows(archive, limits, path) }
}

async function* readRows(
  archive: XlsxArchive,
  limits: XlsxLimits,
  path: string | null,
): AsyncGenerator<SheetRow[], void, void> {
  for await (const rows of readArchivedRows(archive, MAX_COLUMNS, limits, path)) yield rows.map(sheetRow)
}

function sheetRow({ row, cells: found, isHidden }: XlsxRow): SheetRow {
  const cells: SheetCell[] = []
  for (const [index, cell] of found) {
    while (cells.length < index) cells.push(undefined)
    cells.push(sheetCell(cell))
  }
  return isHidden ? { row, cells, isHidden } : { row, cells }
}

function sheetCell(cell: XlsxCell): SheetCell {
  if (cell.kind === 'other') return { problem: cell.problem }
  return cell.kind === 'number' ? { number: cell.text } : cell.text
}
