import { readJsonRows } from './json-rows.ts'
import { isAddressText } from './list-shape/cell-text.ts'
import { readCsvRows } from './read-csv-rows.ts'
import {
  collectBytes,
  type FileLimits,
  joinBytes,
  peekBytes,
  type SheetCell,
  type SheetRow,
  type SheetRows,
  UnreadableFileError,
} from './read-file.ts'
import {
  listSheets,
  lookAtSheets,
  openXlsx,
  type UnreadSheet,
  type XlsxArchive,
  type XlsxLimits,
} from './xlsx/open-xlsx.ts'
import { readArchivedRows, type XlsxCell, type XlsxRow } from './xlsx/read-xlsx-rows.ts'

interface OpenSheet {
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

/** Every workbook has this part, and no other zip archive. */
const WORKBOOK_MARK = '[Content_Types].xml'

/** What macOS and others put beside the files of an archive. */
const BESIDE = /^__MACOSX\/|(?:^|\/)\.[^/]*$|\/$/

/** What Ferry publishes of a list, to be checked by anybody: the list is one of its files. */
const BUNDLE = ['list.csv', 'manifest.json', 'root.txt']

const MAX_SHOWN = 5

/** Finds the file in a zip archive that holds a single one, or the list of a published bundle; null where the archive is a workbook. Throws UnreadableFileError. */
function loneFileOf(archive: XlsxArchive): string | null {
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

type SheetFormat = 'csv' | 'json' | 'zip'

/** The first bytes of a zip archive (an .xlsx is one) and of an old .xls; the .xlsx reader rejects the latter. */
const CONTAINERS = ['PK\x03\x04', '\xd0\xcf\x11\xe0']

/** The encodings of text that begins with these bytes: Excel's "Unicode text", and PowerShell's. */
const UTF_16: Readonly<Record<string, string>> = { '\xff\xfe': 'utf-16le', '\xfe\xff': 'utf-16be' }

/** The first character that is not white space is looked for within so many bytes. */
const MAX_HEAD_BYTES = 4096

/**
 * Detects a file's format by its first bytes, not by its name. `text` is the content, without its byte order mark where it
 * is text, and in UTF-8. Throws UnreadableFileError on an empty file.
 */
export async function detectFormat(
  content: AsyncIterable<Uint8Array>,
): Promise<{ format: SheetFormat; text: AsyncIterable<Uint8Array> }> {
  const { head, rest } = await peekBytes(
    content,
    (bytes) => bytes.length >= MAX_HEAD_BYTES || (bytes.length >= 4 && firstCharacter(bytes) !== undefined),
  )
  const start = head.toString('latin1', 0, 4)
  const utf16 = UTF_16[start.slice(0, 2)] ?? utf16WithoutMark(head)
  if (utf16) return await detectFormat(inUtf8(joinBytes(head, rest), utf16))
  if (CONTAINERS.includes(start)) return { format: 'zip', text: joinBytes(head, rest) }
  const body = head.subarray(bomLength(head))
  const first = firstCharacter(head)
  if (first === undefined && head.length < MAX_HEAD_BYTES) throw new UnreadableFileError('the file is empty')
  return { format: first === '[' || first === '{' ? 'json' : 'csv', text: joinBytes(body, rest) }
}

/** Tells UTF-16 by the zeros beside the first characters: no text in UTF-8 has any. */
function utf16WithoutMark(head: Buffer): string | undefined {
  const zeros = [0, 1, 2, 3].map((index) => (head[index] === 0 ? '0' : 'x')).join('')
  if (head.length < 4) return undefined
  return { x0x0: 'utf-16le', '0x0x': 'utf-16be' }[zeros]
}

async function* inUtf8(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<Uint8Array, void, void> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

function firstCharacter(head: Buffer): string | undefined {
  return /[^ \t\r\n]/.exec(head.toString('latin1', bomLength(head), MAX_HEAD_BYTES))?.[0]
}

function bomLength(head: Buffer): number {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0
}

/** Columns further to the right are not read. */
const MAX_COLUMNS = 50

/** A sheet can have no more rows; a million holders with long amounts take 60 MB. Each text may be a shared string. */
const WORKBOOK_LIMITS: Omit<XlsxLimits, 'maxInflateRatio'> = {
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

function sheetRow({ row, cells: found, isHidden, hiddenColumns }: XlsxRow): SheetRow {
  const cells: SheetCell[] = []
  for (const [index, cell] of found) {
    while (cells.length < index) cells.push(undefined)
    cells.push(sheetCell(cell))
  }
  return { row, cells, hiddenColumns, ...(isHidden && { isHidden }) }
}

function sheetCell(cell: XlsxCell): SheetCell {
  if (cell.kind === 'other') return { problem: cell.problem }
  if (cell.kind === 'text') return cell.text
  return cell.isMoney ? { number: cell.text, isMoney: true } : { number: cell.text }
}

/** A holder stands among so many rows, or the sheet is none of holders. */
const LOOKED_AT_ROWS = 200
const LOOKED_AT_COLUMNS = 50

interface ChosenSheet {
  /** Null for the first visible one. */
  path: string | null
  /** The others that are not empty. */
  unread: readonly UnreadSheet[]
}

/** Chooses the first visible sheet in which a holder stands near the top. Throws UnreadableFileError. */
async function chooseSheet(file: Buffer, limits: XlsxLimits): Promise<ChosenSheet> {
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
