import { setImmediate } from 'node:timers/promises'
import { UnreadableFileError } from '#import-export/unreadable-file-error.ts'
import { listSheets } from './list-sheets.ts'
import { openXlsx, type XlsxArchive } from './open-xlsx.ts'
import { readXml } from './read-xml.ts'
import type { XlsxLimits } from './xlsx-limits.ts'

/** A sheet that is not read, although it has something in it. */
export interface UnreadSheet {
  name: string
  isHidden: boolean
  /** Its rows with any content; null where there are too many to count. */
  rows: number | null
}

/** The sheet that is read, by name, and the others that are not empty. */
export interface SheetNames {
  read: string
  unread: UnreadSheet[]
}

/**
 * Names the sheets of a workbook and counts the rows of those that are passed over: all but the one that is read, the first visible one
 * where no path is given. Throws UnreadableFileError.
 */
export async function lookAtSheets(
  file: Buffer,
  limits: XlsxLimits,
  path: string | null = null,
): Promise<SheetNames> {
  const archive = await openXlsx(file, limits)
  const { sheets } = await listSheets(archive)
  const first = sheets.find((sheet) => (path === null ? !sheet.isHidden : sheet.path === path))
  const unread: UnreadSheet[] = []
  for (const sheet of sheets) {
    if (sheet === first) continue
    const rows = await countRows(archive, sheet.path)
    if (rows !== 0) unread.push({ name: sheet.name, isHidden: sheet.isHidden, rows })
  }
  return { read: first?.name ?? '', unread }
}

/** Counts the rows in which any cell has a value; null past the limits of what is inflated, or where the part is damaged. */
async function countRows(archive: XlsxArchive, path: string): Promise<number | null> {
  let rows = 0
  let hasContent = false
  const reading = readXml(archive.read(path), {
    open(name) {
      if (name === 'row') hasContent = false
      else if (name === 'v' || name === 't' || name === 'f') hasContent = true
    },
    close(name) {
      if (name === 'row' && hasContent) rows += 1
    },
  })
  try {
    for await (const _ of reading) await setImmediate()
    return rows
  } catch (error) {
    if (error instanceof UnreadableFileError) return null
    throw error
  }
}
