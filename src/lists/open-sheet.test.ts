import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { zipFiles } from '#lab/lists/write-workbook.ts'
import { buildXlsx, type FixtureCell, zip } from '../../test/harness/build-xlsx.ts'
import { A, B, CSV, readWhole, sha256 } from '../../test/harness/test-reading.ts'

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

const SHARED = ['<t>Address</t>', '<r><t>amount</t></r><r><t>UA</t></r>', `<t>${A}</t>`, `<t> ${B} </t>`]
const shared = (index: number): FixtureCell => ({ xml: `<c r="$" t="s"><v>${index}</v></c>` })

const read = async (rows: FixtureCell[][], options = {}) => readWhole(await buildXlsx({ rows }), options)

test('as Excel writes it: shared texts, numbers as doubles, formulas with their results', async () => {
  const workbook = await buildXlsx({
    sharedStrings: SHARED,
    sheets: [{ name: 'Holders' }, { name: 'Notes' }],
    rows: [
      [shared(0), shared(1)],
      [shared(2), { number: '0.10000000000000001' }],
      [shared(3), { xml: '<c r="$"><f>2*200</f><v>400</v></c>' }],
    ],
  })
  for (const chunkBytes of [64 * 1024, 1]) {
    expect(await readWhole(workbook, { chunkBytes })).toMatchObject({
      problemCount: 0,
      fileHash: sha256(workbook),
      rows: [
        { row: 2, address: A, amountWei: 10n ** 17n },
        { row: 3, address: B, amountWei: 400n * 10n ** 18n },
      ],
      totalWei: 4001n * 10n ** 17n,
    })
  }
  expect((await readWhole(gzipSync(workbook))).rows).toHaveLength(2)
})

test('columns are found by their names, in any order', async () => {
  const { rows, problems } = await read([
    ['Name', ' AMOUNTWEI ', null, 'Address'],
    ['a holder', '123456789012345678901', 'x', A],
    [null, '0', null, B],
  ])
  expect(problems).toEqual([])
  expect(rows).toEqual([
    { row: 2, address: A, amountWei: 123456789012345678901n },
    { row: 3, address: B, amountWei: 0n },
  ])
})

const UA = [['address', 'amountUA']]
describe('problems', () => {
  test.each<[string, FixtureCell[][], string, RegExp]>([
    [
      'no names that are known',
      [
        ['x', 'y'],
        [A, '1'],
      ],
      'file',
      /^which column is the address/,
    ],
    ['both amounts', [['address', 'amountWei', 'amountUA']], 'row 1', /^both amountWei and amountUA/],
    ['a column twice', [['address', 'amountUA', 'Address']], 'row 1', /^the column address is named twice$/],
    ['names alone', UA, 'file', /^the file has no rows$/],
    ['no amount', [...UA, [A]], 'row 2', /^there is no amount in column B$/],
    ['a text that is no address', [...UA, ['0x12', '1']], 'row 2', /is not an EVM address/],
    ['an address twice', [...UA, [A, '1'], [A, '2']], 'row 3', /already stands in row 2$/],
    ['a thousands separator', [...UA, [A, '1,000']], 'row 2', /not a plain decimal/],
    ['an error', [...UA, [A, { xml: '<c r="$" t="e"><v>#REF!</v></c>' }]], 'row 2', /is the error #REF!$/],
    ['an exponent', [...UA, [A, { number: '1E+21' }]], 'row 2', /written with an exponent/],
    [
      'a number with more digits than a cell keeps',
      [
        ['address', 'amountWei'],
        [A, { number: '12345678901234567890' }],
      ],
      'row 2',
      /more than 15 digits.*write it again, as text/,
    ],
    ['a negative amount', [...UA, [A, { number: '-1' }]], 'row 2', /not a plain decimal/],
  ])('%s', async (_, rows, where, problem) => {
    expect((await read(rows)).problems).toEqual([{ where, problem: expect.stringMatching(problem) }])
  })

  test('of many rows the first hundred are listed, and none is yielded after the first', async () => {
    const bad = Array.from({ length: 150 }, (_, n): FixtureCell[] => [`holder ${n}`, '1'])
    const { problems, problemCount, rows } = await read([...UA, ...bad])
    expect([problems.length, problemCount, rows.length]).toEqual([100, 150, 0])
    expect(problems.at(-1)?.where).toBe('row 101')
  })

  test('more rows than the limit', async () => {
    const rows = [...UA, [A, '1'], [B, '1']]
    expect((await read(rows, { limits: { maxRows: 2 } })).problems).toEqual([])
    expect((await read(rows, { limits: { maxRows: 1 } })).problems).toEqual([
      { where: 'file', problem: 'the sheet has more than 1 rows, which is the limit' },
    ])
  })

  test('a workbook that inflates without end', async () => {
    const padding = `<row r="1"><c r="A1"/></row>${' '.repeat(5 * 1024 ** 2)}`
    const { problems } = await readWhole(await buildXlsx({ sheetData: padding }))
    expect(problems).toEqual([{ where: 'file', problem: expect.stringMatching(/^the workbook inflates to/) }])
  })

  test('a zip of something else', async () => {
    const { problems } = await readWhole(await zip({ 'a.txt': 'a', 'b.txt': 'b' }))
    expect(problems).toEqual([
      {
        where: 'file',
        problem: 'the zip archive holds 2 files: "a.txt", "b.txt". Pack the holder list alone',
      },
    ])
  })
})
