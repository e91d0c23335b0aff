import { collectBytes } from './collect-bytes.ts'
import { detectFormat } from './detect-format.ts'
import type { FileLimits } from './file-limits.ts'
import { loneFileOf } from './lone-file.ts'
import { readCsvRows } from './read-csv-rows.ts'
import { readJsonRows } from './read-json-rows.ts'
import { readXlsxSheet, WORKBOOK_LIMITS } from './read-xlsx-sheet.ts'
import type { SheetRows } from './sheet-row.ts'
import { openXlsx } from './xlsx/open-xlsx.ts'

export interface OpenSheet {
  sheet: SheetRows
  /** The format's word for a row: "row", "item". */
  rowWord: string
}

/**
 * Opens a file's rows, whatever its format: CSV, JSON, a workbook, or one of these in a zip; told apart by content. A zip is held in
 * memory. Throws UnreadableFileError.
 */
export async function openSheet(content: AsyncIterable<Uint8Array>, limits: FileLimits): Promise<OpenSheet> {
  const { format, text } = await detectFormat(content)
  if (format === 'csv') return { sheet: readCsvRows(text, limits), rowWord: 'row' }
  if (format === 'json') return { sheet: readJsonRows(text, limits), rowWord: 'item' }
  const zipLimits = { ...WORKBOOK_LIMITS, maxInflateRatio: limits.maxInflateRatio }
  const file = await collectBytes(text, zipLimits.maxFileBytes)
  const archive = await openXlsx(file, zipLimits)
  const inside = loneFileOf(archive)
  if (inside !== null) return await openSheet(archive.read(inside), limits)
  const maxRows = Math.min(zipLimits.maxRows, limits.maxRows)
  return { sheet: readXlsxSheet(archive, { ...zipLimits, maxRows }), rowWord: 'row' }
}
