import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { columnName } from '#lists/read-file.ts'

/** A list as a table of texts. */
export interface ListTable {
  header: readonly string[]
  rows: readonly (readonly string[])[]
  /** Amounts have no thousands marks, and a point before their fraction. */
  arePlain?: boolean
}

export interface WorkbookOptions {
  /** Amounts stand in number cells where a spreadsheet would put them there. */
  areNumbers?: boolean
  /** Texts stand in the workbook's table of them. */
  areShared?: boolean
  /** A sheet with a note stands before the list. */
  isSecondSheet?: boolean
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'

/** Writes a table as a workbook, in one of the ways in which spreadsheets do. */
export function writeWorkbook({ header, rows }: ListTable, options: WorkbookOptions = {}): Promise<Buffer> {
  const shared = new Map<string, number>()
  const cellOf = (text: string, reference: string) => {
    if (text === '') return ''
    if (options.areNumbers && /^\d{1,15}(\.\d{1,9})?$/.test(text))
      return `<c r="${reference}"><v>${text}</v></c>`
    if (!options.areShared) return `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`
    if (!shared.has(text)) shared.set(text, shared.size)
    return `<c r="${reference}" t="s"><v>${shared.get(text)}</v></c>`
  }
  const rowOf = (cells: readonly string[], index: number) =>
    `<row r="${index + 1}">${cells.map((text, column) => cellOf(text, `${columnName(column)}${index + 1}`)).join('')}</row>`
  const sheetOf = (all: readonly (readonly string[])[]) =>
    `<?xml version="1.0" encoding="UTF-8"?><worksheet ${MAIN}><sheetData>${all.map(rowOf).join('')}</sheetData></worksheet>`
  const sheets = [
    ...(options.isSecondSheet ? [['Read me', sheetOf([['This is the list of holders']])] as const] : []),
    ['Holders', sheetOf([header, ...rows])] as const,
  ]
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships ${PACKAGE}>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets>${sheets
      .map(([name], n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships ${PACKAGE}>${sheets
      .map((_, n) => relation(`rId${n + 1}`, 'worksheet', `worksheets/sheet${n + 1}.xml`))
      .join('')}${relation('rIdT', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst ${MAIN}>${[...shared.keys()].map((text) => `<si><t>${escapeXml(text)}</t></si>`).join('')}</sst>`,
  }
  for (const [n, [, content]] of sheets.entries()) parts[`xl/worksheets/sheet${n + 1}.xml`] = content
  return zipFiles(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, Buffer.from(text)])))
}

/** Packs files into a zip archive. */
export function zipFiles(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [path, content] of Object.entries(files)) archive.addBuffer(content, path)
  archive.end()
  return buffer(archive.outputStream)
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
