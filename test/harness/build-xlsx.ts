import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { DEFAULT_XLSX_LIMITS } from '#lists/xlsx/open-xlsx.ts'
import { readXlsxRows, type XlsxRow } from '#lists/xlsx/read-xlsx-rows.ts'

/** A cell as its XML, a text (written inline), or a number. */
export type FixtureCell = string | { number: string; style?: number } | { xml: string } | null

export interface XlsxFixture {
  rows?: readonly (readonly FixtureCell[])[]
  /** The whole content of `sheetData`, instead of rows. */
  sheetData?: string
  /** Each an XML fragment within `si`. */
  sharedStrings?: readonly string[]
  styles?: string
  /** The `cols` of the first sheet. */
  cols?: string
  /** The `sheets` of the workbook; the first one's rows are those above, the others are empty. */
  sheets?: readonly { name: string; state?: string }[]
  /** Parts that replace or add to the usual ones. */
  parts?: Readonly<Record<string, string>>
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE_RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'

export const XLSX_MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Writes an .xlsx as spreadsheets do. */
export async function buildXlsx(fixture: XlsxFixture): Promise<Buffer> {
  const sheets = fixture.sheets ?? [{ name: 'Sheet1' }]
  const relations = [
    ...sheets.map((_, n) => relation(`rId${n + 1}`, 'worksheet', `worksheets/sheet${n + 1}.xml`)),
    relation('rIdS', 'styles', 'styles.xml'),
    ...(fixture.sharedStrings ? [relation('rIdT', 'sharedStrings', '/xl/sharedStrings.xml')] : []),
  ]
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships ${PACKAGE_RELATIONS}>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets>${sheets
      .map(
        ({ name, state }, n) =>
          `<sheet name="${name}" sheetId="${n + 1}"${state ? ` state="${state}"` : ''} r:id="rId${n + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships ${PACKAGE_RELATIONS}>${relations.join('')}</Relationships>`,
    'xl/styles.xml': fixture.styles ?? `<styleSheet ${MAIN}/>`,
  }
  sheets.forEach((_, n) => {
    const data = n === 0 ? (fixture.sheetData ?? rowsXml(fixture.rows ?? [])) : ''
    parts[`xl/worksheets/sheet${n + 1}.xml`] =
      `<?xml version="1.0" encoding="UTF-8"?><worksheet ${MAIN}>${n === 0 ? (fixture.cols ?? '') : ''}<sheetData>${data}</sheetData></worksheet>`
  })
  if (fixture.sharedStrings) {
    const items = fixture.sharedStrings.map((item) => `<si>${item}</si>`).join('')
    parts['xl/sharedStrings.xml'] = `<sst ${MAIN}>${items}</sst>`
  }
  return zip({ ...parts, ...fixture.parts })
}

export function zip(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [path, content] of Object.entries(parts)) archive.addBuffer(Buffer.from(content), path)
  archive.end()
  return buffer(archive.outputStream)
}

function relation(id: string, kind: string, target: string): string {
  return `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`
}

function rowsXml(rows: readonly (readonly FixtureCell[])[]): string {
  return rows
    .map((cells, index) => {
      const row = index + 1
      return `<row r="${row}">${cells.map((cell, column) => cellXml(cell, `${'ABCDEF'[column]}${row}`)).join('')}</row>`
    })
    .join('')
}

function cellXml(cell: FixtureCell, reference: string): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return `<c r="${reference}" t="inlineStr"><is><t>${cell}</t></is></c>`
  if ('xml' in cell) return cell.xml.replaceAll('$', reference)
  return `<c r="${reference}"${cell.style === undefined ? '' : ` s="${cell.style}"`}><v>${cell.number}</v></c>`
}

export async function workbookRows(content: Buffer, columns: number): Promise<XlsxRow[]> {
  const rows: XlsxRow[] = []
  for await (const page of readXlsxRows(content, columns, DEFAULT_XLSX_LIMITS)) rows.push(...page)
  return rows
}

/** The texts of a row's cells. */
export const textsOf = (row: XlsxRow | undefined): (string | null)[] =>
  [...(row?.cells.values() ?? [])].map((cell) => (cell.kind === 'other' ? null : cell.text))

/** The texts of a workbook's cells, row by row. */
export async function workbookTexts(content: Buffer, columns: number): Promise<(string | null)[][]> {
  return (await workbookRows(content, columns)).map(textsOf)
}
