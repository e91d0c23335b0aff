import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { countDigits, KEPT_DIGITS } from './exact-number.ts'
import { columnName } from './xlsx/column-name.ts'

export interface XlsxColumn {
  header: string
  /** In characters. */
  width: number
  /**
   * `number`: plain decimals, rounded to the digits that a spreadsheet keeps (see exactBeside). `date`: ISO 8601, in UTC. Anything else
   * in such a column is text.
   */
  kind?: 'number' | 'date'
}

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

/**
 * Writes rows as a workbook of one sheet with a frozen header, as they are read. Cells that would be taken for a formula after
 * a detour through CSV get an apostrophe in front. At most MAX_XLSX_ROWS rows.
 */
export function writeXlsx(
  sheetName: string,
  columns: readonly XlsxColumn[],
  rows: AsyncIterable<readonly (readonly string[])[]>,
): Readable {
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  for (const [path, content] of Object.entries(FIXED_PARTS)) {
    archive.addBuffer(Buffer.from(XML + content), path)
  }
  const workbook = `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  archive.addBuffer(Buffer.from(XML + workbook), 'xl/workbook.xml')
  const sheet = Readable.from(sheetXml(columns, rows), { objectMode: false })
  // What goes wrong with either ends the other: what is not read any more is not asked for either.
  for (const source of [archive, sheet]) source.on('error', (error: Error) => output.destroy(error))
  output.on('close', () => sheet.destroy())
  archive.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  archive.end()
  return output
}

async function* sheetXml(
  columns: readonly XlsxColumn[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string, void, void> {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  yield `${XML}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  const header = columns.map((column, index) => textCell(column.header, index, 1, 2))
  yield `<row r="1">${header.join('')}</row>`
  let row = 1
  for await (const page of pages) {
    const written: string[] = []
    for (const cells of page) {
      row += 1
      if (row > MAX_XLSX_ROWS + 1) throw new RangeError('A sheet can not hold that many rows')
      written.push(
        `<row r="${row}">${cells.map((cell, index) => cellXml(cell, columns[index], index, row)).join('')}</row>`,
      )
    }
    yield written.join('')
  }
  yield '</sheetData></worksheet>'
}

function cellXml(text: string, column: XlsxColumn | undefined, index: number, row: number): string {
  if (text === '') return ''
  const place = `${columnName(index)}${row}`
  if (column?.kind === 'number' && PLAIN_DECIMAL.test(text)) {
    return `<c r="${place}"><v>${roundToKept(text)}</v></c>`
  }
  if (column?.kind === 'date' && !Number.isNaN(Date.parse(text))) {
    return `<c r="${place}" s="3"><v>${serialDate(Date.parse(text))}</v></c>`
  }
  return textCell(text, index, row, 1)
}

/** Returns the exact decimal that a number cell can not hold, for the column beside it; nothing where it can. */
export function exactBeside(text: string): string {
  return PLAIN_DECIMAL.test(text) && countDigits(text) > KEPT_DIGITS ? text : ''
}

function roundToKept(text: string): string {
  return countDigits(text) <= KEPT_DIGITS ? text : String(Number(Number(text).toPrecision(KEPT_DIGITS)))
}

/** Days since 1899-12-30, as spreadsheets count them. */
function serialDate(epochMs: number): number {
  return epochMs / 86_400_000 + 25_569
}

function textCell(text: string, index: number, row: number, style: number): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `<c r="${columnName(index)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(safe)}</t></is></c>`
}

/** Escapes a text for XML, without control characters, which XML can not hold at all. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
