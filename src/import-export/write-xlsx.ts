import type { Readable } from 'node:stream'
import { countDigits, KEPT_DIGITS, plainDecimal, roundToKept } from './exact-number.ts'
import { writeZip } from './write-zip.ts'
import { columnName } from './xlsx/column-name.ts'
import { escapeXml } from './xlsx/escape-xml.ts'
import { XmlBytes } from './xlsx/xml-bytes.ts'

export interface XlsxColumn {
  header: string
  /** In characters. */
  width: number
  /** `number`: plain decimals, rounded to the digits that a spreadsheet keeps (see exactBeside). Anything else in such a column is text. */
  kind?: 'number'
}

/** A text, or a time in milliseconds since the epoch: a date cell, in UTC. */
export type XlsxCell = string | number

/** The most rows that a sheet holds, beside its header. */
export const MAX_XLSX_ROWS = 1_048_575

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

/** What is collected before it is compressed: some four hundred rows. */
const CHUNK_BYTES = 1 << 18

/** The markup of a row and its cells, encoded once. Between `cell` and what follows it stands the cell's place. */
const MARKUP = {
  rowStart: Buffer.from('<row r="'),
  rowBegun: Buffer.from('">'),
  rowEnd: Buffer.from('</row>'),
  number: Buffer.from('"><v>'),
  date: Buffer.from('" s="3"><v>'),
  valueEnd: Buffer.from('</v></c>'),
  text: Buffer.from('" s="1" t="inlineStr"><is><t xml:space="preserve">'),
  headerText: Buffer.from('" s="2" t="inlineStr"><is><t xml:space="preserve">'),
  textEnd: Buffer.from('</t></is></c>'),
}

/**
 * Writes rows as a workbook of one sheet with a frozen header, as they are read. Cells that would be taken for a formula after
 * a detour through CSV get an apostrophe in front. At most MAX_XLSX_ROWS rows.
 */
export function writeXlsx(
  sheetName: string,
  columns: readonly XlsxColumn[],
  rows: AsyncIterable<readonly (readonly XlsxCell[])[]>,
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
  pages: AsyncIterable<readonly (readonly XlsxCell[])[]>,
): AsyncGenerator<Buffer, void, void> {
  const xml = new XmlBytes(CHUNK_BYTES + CHUNK_BYTES / 8)
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  xml.markup(
    Buffer.from(
      `${XML}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`,
    ),
  )
  const sheet = new SheetRows(xml, columns)
  sheet.writeHeader()
  for await (const page of pages) {
    for (const cells of page) {
      sheet.write(cells)
      if (xml.length >= CHUNK_BYTES) yield xml.take()
    }
  }
  xml.markup(Buffer.from('</sheetData></worksheet>'))
  yield xml.take()
}

/** Writes the rows of a sheet, one after the other. */
class SheetRows {
  readonly #xml: XmlBytes
  readonly #columns: readonly (XlsxColumn & { start: Buffer })[]
  #row = 0

  constructor(xml: XmlBytes, columns: readonly XlsxColumn[]) {
    this.#xml = xml
    this.#columns = columns.map((column, index) => ({
      ...column,
      start: Buffer.from(`<c r="${columnName(index)}`),
    }))
  }

  writeHeader(): void {
    const row = this.#begin()
    for (const column of this.#columns) {
      this.#writeText(column.header, column.start, row, MARKUP.headerText)
    }
    this.#xml.markup(MARKUP.rowEnd)
  }

  write(cells: readonly XlsxCell[]): void {
    const row = this.#begin()
    for (const [index, column] of this.#columns.entries()) {
      const cell = cells[index] ?? ''
      if (cell !== '') this.#writeCell(cell, column, row)
    }
    this.#xml.markup(MARKUP.rowEnd)
  }

  /** Returns the number of the row, as text. */
  #begin(): string {
    this.#row += 1
    if (this.#row > MAX_XLSX_ROWS + 1) throw new RangeError('A sheet can not hold that many rows')
    const row = String(this.#row)
    this.#xml.markup(MARKUP.rowStart)
    this.#xml.text(row)
    this.#xml.markup(MARKUP.rowBegun)
    return row
  }

  #writeCell(cell: XlsxCell, { kind, start }: XlsxColumn & { start: Buffer }, row: string): void {
    if (typeof cell === 'number') {
      this.#writeValue(serialDate(cell), start, row, MARKUP.date)
    } else if (kind === 'number' && PLAIN_DECIMAL.test(cell)) {
      this.#writeValue(roundToKept(cell), start, row, MARKUP.number)
    } else {
      this.#writeText(cell, start, row, MARKUP.text)
    }
  }

  #writeValue(value: string, start: Buffer, row: string, style: Buffer): void {
    this.#xml.markup(start)
    this.#xml.text(row)
    this.#xml.markup(style)
    this.#xml.text(value)
    this.#xml.markup(MARKUP.valueEnd)
  }

  #writeText(text: string, start: Buffer, row: string, style: Buffer): void {
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
    this.#xml.markup(start)
    this.#xml.text(row)
    this.#xml.markup(style)
    this.#xml.text(safe)
    this.#xml.markup(MARKUP.textEnd)
  }
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
