import { UnreadableFileError } from '#import-export/unreadable-file-error.ts'
import { listSheets } from './list-sheets.ts'
import type { XlsxArchive } from './open-xlsx.ts'

/** The paths of the parts that are needed to read the first sheet. */
export interface SheetParts {
  sheet: string
  /** Null where the workbook has none. */
  sharedStrings: string | null
  styles: string | null
}

/** Finds the first worksheet that a person sees: hidden ones and charts are passed over. Throws UnreadableFileError. */
export async function findFirstSheet(archive: XlsxArchive): Promise<SheetParts> {
  const { sheets, ...parts } = await listSheets(archive)
  const first = sheets.find(({ isHidden }) => !isHidden)
  if (!first) throw new UnreadableFileError('the workbook has no visible sheet')
  return { sheet: first.path, ...parts }
}
