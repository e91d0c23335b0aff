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
