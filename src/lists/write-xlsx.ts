import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { countDigits, KEPT_DIGITS, plainDecimal, roundToKept } from './list-shape/cell-text.ts'
import { columnName } from './read-file.ts'
import { writeZip } from './write-zip.ts'

export interface XlsxColumn {
  header: string
  /** In characters. */
  width: number
  /** `number`: plain decimals, rounded to the digits that a spreadsheet keeps (see exactBeside). Anything else in such a column is text. */
  kind?: 'number'
}

/** A text, or a time in milliseconds since the epoch: a date cell, in UTC. */
export type WrittenCell = string | number

/** The most rows that a sheet holds, beside its header. */
export const MAX_XLSX_ROWS = 1_048_575

/** Stands in XML as it is: addresses, amounts, signatures. */
const PLAIN_TEXT = /^[\x20\x21\x23-\x25\x27-\x3b\x3d\x3f-\x7e]*$/

const PLAIN_DECIMAL = /^\d+(\.\d+)?$/

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const FIXED_PARTS: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  // Style 0 is plain, 1 text, 2 the header, 3 a date with its time.
  'xl/styles.xml': `<styleSheet ${MAIN}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

/** So many characters are collected before they are compressed: some four hundred rows. */
const CHUNK_CHARACTERS = 1 << 18

/** The numbers of styles. */
const STYLES = { text: 1, header: 2, date: 3 }

/**
 * Writes rows as a workbook of one sheet with a frozen header, as they are read. Cells that would be taken for a formula after
 * a detour through CSV get an apostrophe in front. At most MAX_XLSX_ROWS rows.
 */
export function writeXlsx(
  sheetName: string,
  columns: readonly XlsxColumn[],
  rows: AsyncIterable<readonly (readonly WrittenCell[])[]>,
): Readable {
  const workbook = `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  const small = Object.entries({ ...FIXED_PARTS, 'xl/workbook.xml': workbook })
  return writeZip([
    ...small.map(([path, content]) => ({ path, content: [Buffer.from(XML + content)] })),
    { path: 'xl/worksheets/sheet1.xml', content: sheetXml(columns, rows) },
  ])
}

async function* sheetXml(
  columns: readonly XlsxColumn[],
  pages: AsyncIterable<readonly (readonly WrittenCell[])[]>,
): AsyncGenerator<Buffer, void, void> {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const names = columns.map((_, index) => columnName(index))
  const headers = columns.map(({ header }, index) => textCell(`${names[index]}1`, header, STYLES.header))
  let xml = `${XML}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rowXml(1, headers)}`
  let row = 1
  for await (const page of pages) {
    for (const cells of page) {
      row += 1
      if (row > MAX_XLSX_ROWS + 1) throw new RangeError('A sheet can not hold that many rows')
      xml += rowXml(
        row,
        columns.map(({ kind }, index) => cellXml(`${names[index]}${row}`, cells[index] ?? '', kind)),
      )
      if (xml.length < CHUNK_CHARACTERS) continue
      yield Buffer.from(xml)
      xml = ''
    }
  }
  yield Buffer.from(`${xml}</sheetData></worksheet>`)
}

function rowXml(row: number, cells: readonly string[]): string {
  return `<row r="${row}">${cells.join('')}</row>`
}

function cellXml(place: string, cell: WrittenCell, kind: XlsxColumn['kind']): string {
  if (cell === '') return ''
  if (typeof cell === 'number') return `<c r="${place}" s="${STYLES.date}"><v>${serialDate(cell)}</v></c>`
  if (kind !== 'number' || !PLAIN_DECIMAL.test(cell)) return textCell(place, cell, STYLES.text)
  return `<c r="${place}"><v>${roundToKept(cell)}</v></c>`
}

function textCell(place: string, text: string, style: number): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(safe)}</t></is></c>`
}

/** Escapes a text for XML, without control characters, which XML can not hold at all. */
function escapeXml(text: string): string {
  if (PLAIN_TEXT.test(text)) return text
  return text
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Returns the exact decimal that a number cell can not hold, for the column beside it; nothing where it can. */
export function exactBeside(text: string): string {
  return PLAIN_DECIMAL.test(text) && countDigits(text) > KEPT_DIGITS ? text : ''
}

/**
 * Days since 1899-12-30, as spreadsheets count them, in the digits that String gives them. String itself keeps what it makes of numbers
 * in a cache: 35 MB for the times of a million rows.
 */
function serialDate(epochMs: number): string {
  const days = epochMs / 86_400_000 + 25_569
  for (const digits of [KEPT_DIGITS, KEPT_DIGITS + 1]) {
    const text = plainDecimal(days, digits)
    if (text !== null && Number(text) === days) return text
  }
  return String(days)
}

/**
 * Writes rows as a CSV, as they are read: quoted where needed, lines ended as RFC 4180 says, with the mark by which Excel knows
 * UTF-8. Cells that a spreadsheet would take for a formula get an apostrophe in front.
 */
export function writeCsv(
  columns: readonly string[],
  rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
): Readable {
  const csv = stringify({
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    bom: true,
    escape_formulas: true,
  })
  // The reader of the CSV gets the error too.
  pipeline(Readable.from(rows), csv, () => {})
  return csv
}
