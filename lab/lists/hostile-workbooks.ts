import { rawZip } from './hostile-archives.ts'
import {
  HOLDER_A as A,
  HOLDER_B as B,
  HOLDER_C as C,
  type HostileFile,
  numbered,
  withFlippedBit,
} from './hostile-file.ts'

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
const D = `0x${'d4'.repeat(20)}`
const MEGABYTE = 1024 ** 2

const text = (reference: string, value: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`
const number = (reference: string, value: string, more = '') =>
  `<c r="${reference}"${more}><v>${value}</v></c>`
const row = (n: number, cells: string) => `<row r="${n}">${cells}</row>`
const holder = (n: number, address: string, amount: string) =>
  row(n, text(`A${n}`, address) + number(`B${n}`, amount))
const HEADER = row(1, text('A1', 'address') + text('B1', 'amountUA'))
const SOUND = HEADER + holder(2, A, '1.5') + holder(3, B, '2.5') + holder(4, C, '3.5')
const relation = (id: string, kind: string, target: string, more = '') =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"${more}/>`
const relations = (...all: string[]) => `<Relationships ${PACKAGE}>${all.join('')}</Relationships>`
const sheetOf = (data: string) => `<worksheet ${MAIN}><sheetData>${data}</sheetData></worksheet>`
const bookOf = (...sheets: string[]) =>
  `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`
const SHEET = '<sheet name="Holders" sheetId="1" r:id="rId1"/>'

const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': bookOf(SHEET),
  'xl/_rels/workbook.xml.rels': relations(
    relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
    relation('rIdT', 'sharedStrings', 'sharedStrings.xml'),
    relation('rIdS', 'styles', 'styles.xml'),
  ),
  'xl/sharedStrings.xml': `<sst ${MAIN}><si><t>one</t></si></sst>`,
  'xl/styles.xml': `<styleSheet ${MAIN}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/></cellXfs></styleSheet>`,
  'xl/worksheets/sheet1.xml': sheetOf(SOUND),
}

function workbook(parts: Record<string, string | Buffer | null>): Buffer {
  const all = Object.entries({ ...PARTS, ...parts })
  return rawZip(
    all.flatMap(([name, content]) => (content === null ? [] : [{ name, content: Buffer.from(content) }])),
  )
}

const file = (name: string, parts: () => Record<string, string | Buffer | null>): HostileFile => ({
  name: `workbook: ${name}`,
  make: () => workbook(parts()),
})
const sheet = (name: string, data: string | (() => string)): HostileFile =>
  file(name, () => ({ 'xl/worksheets/sheet1.xml': sheetOf(typeof data === 'string' ? data : data()) }))
const xml = (name: string, content: string | Buffer): HostileFile =>
  file(name, () => ({ 'xl/worksheets/sheet1.xml': content }))
/** A sound list, and a row with these cells. */
const more = (name: string, cells: string): HostileFile => sheet(name, SOUND + row(5, cells))
const amount = (name: string, cell: string): HostileFile => more(name, text('A5', D) + cell)
const LAUGHS = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')

/** Workbooks that are damaged, huge, ambiguous, or hold something else than they show. */
export const HOSTILE_WORKBOOKS: readonly HostileFile[] = [
  xml(
    'an external entity',
    `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sheetOf(`${HEADER}${row(2, text('A2', '&e;'))}`)}`,
  ),
  xml('a billion laughs', `<!DOCTYPE x [<!ENTITY l0 "ha">${LAUGHS}]>${sheetOf(row(1, text('A1', '&l10;')))}`),
  xml('a document type', `<!DOCTYPE worksheet>${sheetOf(SOUND)}`),
  xml('an entity that nothing defines', sheetOf(`${SOUND}${row(5, text('A5', '&nothing;'))}`)),
  xml('XML that ends early', sheetOf(SOUND).slice(0, -30)),
  xml('XML that is not nested', `<worksheet ${MAIN}><sheetData><row r="1"></sheetData></row></worksheet>`),
  xml('no XML', 'address,amountUA'),
  xml('nothing', ''),
  xml('bytes that are no UTF-8', Buffer.from([0x3c, 0xff, 0xfe, 0x3e])),
  xml('UTF-16', Buffer.from(`\uFEFF${sheetOf(SOUND)}`, 'utf16le')),
  xml('a web page', `<html><body><table><tr><td>${A}</td></tr></table></body></html>`),
  sheet('elements in elements', () => '<a>'.repeat(200_000)),
  sheet(
    'an element of a million attributes',
    () => `<row ${Array.from({ length: 200_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`,
  ),
  file('no sheet', () => ({ 'xl/workbook.xml': bookOf() })),
  file('a sheet that nobody sees', () => ({
    'xl/workbook.xml': bookOf(SHEET.replace('r:id', 'state="hidden" r:id')),
  })),
  file('a sheet that is very hidden', () => ({
    'xl/workbook.xml': bookOf(SHEET.replace('r:id', 'state="veryHidden" r:id')),
  })),
  file('a sheet without its part', () => ({ 'xl/worksheets/sheet1.xml': null })),
  file('a sheet of no relation', () => ({ 'xl/workbook.xml': bookOf(SHEET.replace('rId1', 'rId9')) })),
  file('a sheet elsewhere', () => ({
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'worksheet', 'http://127.0.0.1:1/x.xml', ' TargetMode="External"'),
    ),
  })),
  file('a sheet outside of the archive', () => ({
    'xl/_rels/workbook.xml.rels': relations(relation('rId1', 'worksheet', '../../../../etc/passwd')),
  })),
  file('no workbook', () => ({ 'xl/workbook.xml': null })),
  file('no relations', () => ({ '_rels/.rels': null })),
  file('a macro alone', () => ({ '_rels/.rels': relations(relation('rId1', 'vbaProject', 'xl/vba.bin')) })),
  file('a text document', () => ({
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'word/document.xml')),
    'xl/workbook.xml': null,
  })),
  file('a second list in another sheet', () => ({
    'xl/workbook.xml': bookOf(SHEET, '<sheet name="More" sheetId="2" r:id="rId2"/>'),
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId2', 'worksheet', 'worksheets/sheet2.xml'),
    ),
    'xl/worksheets/sheet2.xml': sheetOf(HEADER + holder(2, D, '4.5')),
  })),
  file('a second list in a hidden sheet', () => ({
    'xl/workbook.xml': bookOf(SHEET, '<sheet name="More" sheetId="2" state="hidden" r:id="rId2"/>'),
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId2', 'worksheet', 'worksheets/sheet2.xml'),
    ),
    'xl/worksheets/sheet2.xml': sheetOf(HEADER + holder(2, D, '4.5')),
  })),
  file('no shared texts', () => ({
    'xl/sharedStrings.xml': null,
    'xl/worksheets/sheet1.xml': sheetOf(SOUND + row(5, number('A5', '0', ' t="s"') + number('B5', '1'))),
  })),
  more('a shared text that there is not', number('A5', '99999', ' t="s"') + number('B5', '1')),
  more('a shared text of no number', number('A5', '-1', ' t="s"') + number('B5', '1')),
  more('a shared text of __proto__', number('A5', '__proto__', ' t="s"') + number('B5', '1')),
  sheet('a hidden row', `${SOUND}<row r="5" hidden="1">${text('A5', D)}${number('B5', '4.5')}</row>`),
  sheet('a row of no height', `${SOUND}<row r="5" ht="0">${text('A5', D)}${number('B5', '4.5')}</row>`),
  sheet('rows out of order', HEADER + holder(3, A, '1.5') + holder(2, B, '2.5')),
  sheet('a row twice', HEADER + holder(2, A, '1.5') + holder(2, B, '2.5')),
  ...['0', '-1', '1e3', '99999999999999999999', 'x', ''].map((r) =>
    sheet(`the row ${r}`, `${SOUND}<row r="${r}">${text('A5', D)}</row>`),
  ),
  more('a cell twice', text('A5', D) + number('B5', '4') + number('B5', '5')),
  more('cells out of order', number('B5', '4') + text('A5', D)),
  ...['ZZZZ5', 'a5', '5', 'A', '', '$', 'R5C1', 'A5:B6'].map((reference) =>
    more(`the cell "${reference}"`, text(reference, D)),
  ),
  sheet(
    '16,385 columns',
    () =>
      row(1, Array.from({ length: 16_385 }, () => '<c t="inlineStr"><is><t>x</t></is></c>').join('')) +
      row(2, text('A2', A)),
  ),
  sheet(
    'a million empty rows',
    () => HEADER + Array.from({ length: 1_048_600 }, (_, n) => `<row r="${n + 2}"/>`).join(''),
  ),
  sheet(
    'rows beyond all',
    () =>
      HEADER +
      Array.from({ length: 1_048_700 }, (_, n) => `<row r="${n + 2}"><c><v>1</v></c></row>`).join(''),
  ),
  sheet(
    'a text of 4 megabytes',
    () => SOUND + row(5, text('A5', 'x'.repeat(4 * MEGABYTE)) + number('B5', '1')),
  ),
  sheet(
    'a header of 4 megabytes',
    () =>
      row(1, text('A1', 'x'.repeat(4 * MEGABYTE)) + text('B1', 'y')) +
      holder(2, A, '1.5') +
      holder(3, B, '2.5'),
  ),
  file('shared texts that inflate', () => ({
    'xl/sharedStrings.xml': `<sst ${MAIN}>${'<si><t>x</t></si>'.repeat(3_000_000)}</sst>`,
  })),
  file('a bomb', () => ({ 'xl/worksheets/sheet1.xml': Buffer.alloc(48 * MEGABYTE, ' ') })),
  amount('an amount that is an error', '<c r="B5" t="e"><v>#DIV/0!</v></c>'),
  amount('an amount that is TRUE', '<c r="B5" t="b"><v>1</v></c>'),
  amount('an amount that is a date', '<c r="B5" t="d"><v>2026-01-01</v></c>'),
  amount('an amount that shows a date', number('B5', '45000', ' s="1"')),
  amount('an amount that shows a percentage', number('B5', '0.5', ' s="2"')),
  amount('an amount of an unknown kind', '<c r="B5" t="zzz"><v>1</v></c>'),
  amount('a formula without a result', '<c r="B5"><f>SUM(B2:B4)</f></c>'),
  amount('a formula of a text without a result', '<c r="B5" t="str"><f>"1"</f><v></v></c>'),
  amount('a missing amount', ''),
  ...[
    '1e400',
    '1E+21',
    'NaN',
    'INF',
    '-0',
    '-5',
    '0x10',
    '1 5',
    '1,5',
    '123456789012345678',
    '0.1234567890123456789',
    '1.5.5',
    '１',
    'x',
    '9'.repeat(400),
  ].map((value) => amount(`the number ${value.slice(0, 25)}`, number('B5', value))),
  ...['1,234', '=1+1', '-5', '1.2M', '1e3', '5 UNI', '#REF!', '\u200b1', '９'].map((value) =>
    amount(`the text ${value}`, text('B5', value)),
  ),
  more('a holder twice', text('A5', A) + number('B5', '1.5')),
  more('an address in a number', number('A5', '1.2e47') + number('B5', '1.5')),
  more('a total', text('A5', 'Total') + number('B5', '7.5')),
  more('an amount beside the table', text('C5', D) + number('D5', '1.5')),
  ...numbered('workbook, cut off', 12, (index) => {
    const whole = workbook({})
    return whole.subarray(0, 4 + Math.floor(((whole.length - 5) * index) / 11))
  }),
  ...numbered('workbook, a bit of its list turned', 16, (index) => {
    const whole = workbook({})
    const at = whole.indexOf('xl/worksheets/sheet1.xml') + 'xl/worksheets/sheet1.xml'.length
    return withFlippedBit(whole, at, at + 100, index / 16)
  }),
]
