import { describe, expect, test } from 'vitest'
import { zipFiles } from '#lab/lists/write-workbook.ts'
import { buildXlsx } from '../../test/harness/build-xlsx.ts'
import { A, B, CSV, readWhole } from '../../test/harness/test-reading.ts'

const HEADER = ['address', 'amountUA']
const sheetOf = (rows: readonly (readonly string[])[]) => {
  const cells = rows.map((row, index) =>
    row.map((text, column) => `<c r="${'AB'[column]}${index + 1}" t="inlineStr"><is><t>${text}</t></is></c>`),
  )
  const data = cells.map((row, index) => `<row r="${index + 1}">${row.join('')}</row>`).join('')
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${data}</sheetData></worksheet>`
}

describe('a workbook of several sheets', () => {
  const withSecond = (first: readonly string[][], second: readonly string[][], state?: string) =>
    buildXlsx({
      rows: first,
      sheets: [{ name: 'First' }, { name: 'Second', ...(state && { state }) }],
      parts: { 'xl/worksheets/sheet2.xml': sheetOf(second) },
    })
  const holders = [HEADER, [A, '1.5'], [B, '2.5']]

  test('is read where its holders stand, and the other sheets are named', async () => {
    const { rows, problems, odd } = await readWhole(await withSecond([['Read me first']], holders))
    expect(problems).toEqual([])
    expect(rows.map(({ address }) => address)).toEqual([A, B])
    expect(odd).toMatchObject([
      { kind: 'unread_sheets', rows: 1, words: expect.stringContaining('"First" (1 row)') },
    ])
  })

  test('with holders in two: the first is read, and the other is asked about', async () => {
    const { rows, odd } = await readWhole(
      await withSecond(holders, [HEADER, [`0x${'c3'.repeat(20)}`, '9.5']]),
    )
    expect(rows).toHaveLength(2)
    expect(odd[0]?.words).toMatch(/Not read: "Second" \(2 rows\)$/)
  })

  test('nothing is read of a hidden one, and it is asked about', async () => {
    const { rows, odd } = await readWhole(await withSecond(holders, holders, 'hidden'))
    expect(rows).toHaveLength(2)
    expect(odd[0]?.words).toMatch(/Not read: "Second" \(hidden, 3 rows\)$/)
  })

  test('an empty one is not worth a word', async () => {
    expect((await readWhole(await withSecond(holders, []))).odd).toEqual([])
  })
})

test('hidden rows are read, and asked about', async () => {
  const cell = (reference: string, text: string) =>
    `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`
  const row = (number: number, [one = '', other = '']: readonly string[], more = '') =>
    `<row r="${number}"${more}>${cell(`A${number}`, one)}${cell(`B${number}`, other)}</row>`
  const sheetData = row(1, HEADER) + row(2, [A, '1.5']) + row(3, [B, '2.5'], ' hidden="1"')
  const { rows, odd } = await readWhole(await buildXlsx({ sheetData }))
  expect(rows).toHaveLength(2)
  expect(odd).toMatchObject([{ kind: 'hidden_rows', rows: 1, where: ['row 3'] }])
})

describe('a zip archive', () => {
  const zipped = (content: Buffer, name = 'holders.csv') => zipFiles({ [name]: content })

  test('of a workbook is read', async () => {
    const workbook = await buildXlsx({ rows: [HEADER, [A, '1.5'], [B, '2.5']] })
    const { rows, problems } = await readWhole(await zipped(workbook, 'holders.xlsx'))
    expect(problems).toEqual([])
    expect(rows).toHaveLength(2)
  })

  test('in a zip archive is not: one can hold itself', async () => {
    const { problems } = await readWhole(await zipped(await zipped(Buffer.from(CSV)), 'a.zip'))
    expect(problems[0]?.problem).toMatch(/^the zip archive holds another one/)
  })

  test('of an OpenDocument sheet is told as one', async () => {
    const files = { mimetype: Buffer.from('application/x'), 'content.xml': Buffer.from('<x/>') }
    const { problems } = await readWhole(await zipFiles(files))
    expect(problems[0]?.problem).toMatch(/^the file is an OpenDocument sheet: save it as/)
  })

  test('that is a published bundle is read, and no other of three files', async () => {
    const files = {
      'list.csv': Buffer.from(CSV),
      'root.txt': Buffer.from('0x1\n'),
      'manifest.json': Buffer.from('{}'),
    }
    expect((await readWhole(await zipFiles(files))).rows).toHaveLength(2)
    const { problems } = await readWhole(await zipFiles({ ...files, 'more.csv': Buffer.from(CSV) }))
    expect(problems[0]?.problem).toMatch(/holds 4 files/)
  })
})

describe('a workbook that two programs may read in two ways', () => {
  const holders = sheetOf([HEADER, [A, '1.5']])
  const others = sheetOf([HEADER, [B, '9.5']])
  const SHEET = 'xl/worksheets/sheet1.xml'
  test.each(['./xl/worksheets/sheet1.xml', 'xl/worksheets/Sheet1.xml', 'XL/./worksheets//sheet1.XML'])(
    'with a part beside its sheet: %s',
    async (path) => {
      const workbook = await buildXlsx({ parts: { [SHEET]: holders, [path]: others } })
      const { problems, rows } = await readWhole(workbook)
      expect(problems).toEqual([
        { where: 'file', problem: 'a part stands twice in the workbook or zip archive' },
      ])
      expect(rows).toEqual([])
    },
  )

  test('with two texts for one number', async () => {
    const parts = { 'xl/sharedStrings.xml': '<sst/>', 'xl/./sharedStrings.xml': '<sst/>' }
    expect((await readWhole(await buildXlsx({ rows: [HEADER], parts }))).problems[0]?.problem).toMatch(
      /stands twice/,
    )
  })

  test('with two sheets for one number', async () => {
    const relation = (target: string) =>
      `<Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/${target}.xml"/>`
    const parts = {
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation('sheet1')}${relation('sheet2')}</Relationships>`,
      'xl/worksheets/sheet2.xml': others,
      [SHEET]: holders,
    }
    const { problems } = await readWhole(await buildXlsx({ parts }))
    expect(problems).toEqual([
      { where: 'file', problem: 'the workbook names two parts by one number: it is damaged' },
    ])
  })

  test('a zip archive of one list in two spellings', async () => {
    const { problems } = await readWhole(
      await zipFiles({ 'a.csv': Buffer.from(CSV), './a.csv': Buffer.from(CSV) }),
    )
    expect(problems[0]?.problem).toMatch(/stands twice/)
  })

  const MIXED = '<t>12<r><t>5</t></r>34</t>'
  test.each([
    ['in the cell', { sheetData: '' }, `<c r="B2" t="inlineStr"><is>${MIXED}</is></c>`],
    ['in the value', { sheetData: '' }, '<c r="B2"><v>12<t>5</t>34</v></c>'],
    ['among the shared ones', { sharedStrings: [MIXED] }, '<c r="B2" t="s"><v>0</v></c>'],
  ])('a text with an element within it, %s', async (_, fixture, cell) => {
    const text = (reference: string, value: string) =>
      `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`
    const sheetData = `<row r="1">${text('A1', 'address')}${text('B1', 'amountUA')}</row><row r="2">${text('A2', A)}${cell}</row>`
    const { problems, rows } = await readWhole(await buildXlsx({ ...fixture, sheetData }))
    expect(problems).toEqual([
      { where: 'file', problem: 'a text of the workbook has an element within it: the workbook is damaged' },
    ])
    expect(rows).toEqual([])
  })
})
