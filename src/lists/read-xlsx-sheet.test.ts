import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { buildXlsx, type FixtureCell, zip } from '../../test/harness/build-xlsx.ts'
import { A, B, readWhole, sha256 } from '../../test/harness/test-reading.ts'

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
