import { collectBytes } from './collect-bytes.ts'
import { detectFormat } from './detect-format.ts'
import type { FileLimits } from './file-limits.ts'
import { loneFileOf } from './lone-file.ts'
import { readCsvRows } from './read-csv-rows.ts'
import { readJsonRows } from './read-json-rows.ts'
import { readXlsxSheet, WORKBOOK_LIMITS } from './read-xlsx-sheet.ts'
import type { SheetRows } from './sheet-row.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'
import { chooseSheet } from './xlsx/choose-sheet.ts'
import type { UnreadSheet } from './xlsx/look-at-sheets.ts'
import { openXlsx } from './xlsx/open-xlsx.ts'

export interface OpenSheet {
  sheet: SheetRows
  /** The format's word for a row: "row", "item". */
  rowWord: string
  /** Sheets of the workbook that have something in them, and are not read. */
  unread?: readonly UnreadSheet[]
}

/**
 * Opens a file's rows, whatever its format: CSV, JSON, a workbook, or one of these in a zip; told apart by content. A zip is held in
 * memory. Throws UnreadableFileError.
 */
export function openSheet(content: AsyncIterable<Uint8Array>, limits: FileLimits): Promise<OpenSheet> {
  return openContent(content, limits, false)
}

async function openContent(
  content: AsyncIterable<Uint8Array>,
  limits: FileLimits,
  isZipped: boolean,
): Promise<OpenSheet> {
  const { format, text } = await detectFormat(content)
  if (format === 'csv') return { sheet: readCsvRows(text, limits), rowWord: 'row' }
  if (format === 'json') return { sheet: readJsonRows(text, limits), rowWord: 'item' }
  const zipLimits = { ...WORKBOOK_LIMITS, maxInflateRatio: limits.maxInflateRatio }
  const file = await collectBytes(text, zipLimits.maxFileBytes)
  const archive = await openXlsx(file, zipLimits)
  const inside = loneFileOf(archive)
  if (inside !== null) {
    // An archive can hold itself.
    if (isZipped)
      throw new UnreadableFileError('the zip archive holds another one: pack the holder list alone')
    return await openContent(archive.read(inside), limits, true)
  }
  const maxRows = Math.min(zipLimits.maxRows, limits.maxRows)
  const { path, unread } = await chooseSheet(file, zipLimits)
  return { sheet: readXlsxSheet(archive, { ...zipLimits, maxRows }, path), rowWord: 'row', unread }
}
