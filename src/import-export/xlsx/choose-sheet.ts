import { isAddressText } from '#import-export/list-shape/address-text.ts'
import { listSheets } from './list-sheets.ts'
import { lookAtSheets, type UnreadSheet } from './look-at-sheets.ts'
import { openXlsx } from './open-xlsx.ts'
import { readArchivedRows } from './read-xlsx-rows.ts'
import type { XlsxLimits } from './xlsx-limits.ts'

/** A holder stands among so many rows, or the sheet is none of holders. */
const LOOKED_AT_ROWS = 200
const LOOKED_AT_COLUMNS = 50

export interface ChosenSheet {
  /** Null for the first visible one. */
  path: string | null
  /** The others that are not empty. */
  unread: readonly UnreadSheet[]
}

/** Chooses the first visible sheet in which a holder stands near the top. Throws UnreadableFileError. */
export async function chooseSheet(file: Buffer, limits: XlsxLimits): Promise<ChosenSheet> {
  const { sheets } = await listSheets(await openXlsx(file, limits))
  if (sheets.length < 2) return { path: null, unread: [] }
  let chosen: string | null = null
  for (const { path, isHidden } of sheets) {
    if (isHidden || !(await hasHolder(file, limits, path))) continue
    chosen = path
    break
  }
  return { path: chosen, unread: (await lookAtSheets(file, limits, chosen)).unread }
}

/** What is inflated for it counts for itself. */
async function hasHolder(file: Buffer, limits: XlsxLimits, path: string): Promise<boolean> {
  let rowCount = 0
  const archive = await openXlsx(file, limits)
  for await (const rows of readArchivedRows(archive, LOOKED_AT_COLUMNS, limits, path)) {
    for (const { cells } of rows) {
      rowCount += 1
      for (const cell of cells.values()) if (cell.kind === 'text' && isAddressText(cell.text)) return true
    }
    if (rowCount >= LOOKED_AT_ROWS) return false
  }
  return false
}
