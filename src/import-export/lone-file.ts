import { UnreadableFileError } from './unreadable-file-error.ts'
import type { XlsxArchive } from './xlsx/open-xlsx.ts'

/** Every workbook has this part, and no other zip archive. */
const WORKBOOK_MARK = '[Content_Types].xml'

/** What macOS and others put beside the files of an archive. */
const BESIDE = /^__MACOSX\/|(?:^|\/)\.[^/]*$|\/$/

/** What Ferry publishes of a list, to be checked by anybody: the list is one of its files. */
const BUNDLE = ['list.csv', 'manifest.json', 'root.txt']

const MAX_SHOWN = 5

/** Finds the file in a zip archive that holds a single one, or the list of a published bundle; null where the archive is a workbook. Throws UnreadableFileError. */
export function loneFileOf(archive: XlsxArchive): string | null {
  if (archive.has(WORKBOOK_MARK)) return null
  if (archive.has('content.xml')) {
    throw new UnreadableFileError('the file is an OpenDocument sheet: save it as .xlsx or .csv')
  }
  const files = archive.names().filter((name) => !BESIDE.test(name))
  const [only] = files
  if (files.length === 1 && only !== undefined) return only
  if (only === undefined) throw new UnreadableFileError('the zip archive holds no file')
  if (files.toSorted().join() === BUNDLE.join()) return 'list.csv'
  const shown = files.slice(0, MAX_SHOWN).map((name) => `"${name.slice(0, 60)}"`)
  throw new UnreadableFileError(
    `the zip archive holds ${files.length} files: ${shown.join(', ')}${files.length > MAX_SHOWN ? ' and more' : ''}. Pack the holder list alone`,
  )
}
