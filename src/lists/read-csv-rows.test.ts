import { describe, expect, test } from 'vitest'
import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import { A, addressOf, B, CSV, csvOf, readWhole } from '../../test/harness/test-reading.ts'
import { LineLengthGuard, readCsvRows } from './read-csv-rows.ts'
import type { SheetRow } from './read-file.ts'
import { DEFAULT_FILE_LIMITS, type FileLimits } from './read-file.ts'

const CHUNK_BYTES = [64 * 1024, 100, 1]

const lines: [string, string, RegExp][] = [
  ['a short address', `${A.slice(0, -1)},1`, /is not an EVM address: it takes 0x and 40 hexadecimal digits$/],
  ['a very long address', `0x${'z'.repeat(500)},1`, /^"0xz{48}…" is not an EVM address/],
  ['no amount', `${A},`, /^"" is not a whole number of wei$/],
  ['a fraction of a wei', `${A},1.5`, /^"1.5" is not a whole number of wei$/],
  ['an exponent', `${A},1e18`, /^"1e18" is not/],
  ['a sign', `${A},-1`, /^"-1" is not/],
  ['hexadecimal', `${A},0x10`, /^"0x10" is not/],
  ['thousands separators in quotes', `${A},"1,000"`, /^"1,000" is not/],
  [
    'thousands separators',
    `${A},1,000`,
    /^fields: 3 here, 2 in the first row; amounts take no thousands separators$/,
  ],
  ['a missing field', A, /^fields: 1 here, 2 in the first row/],
  ['more than a uint256', `${A},${2n ** 256n}`, /is more than a uint256 holds$/],
  ['a quote within a field', `${A},1"2`, /^a quote stands in the wrong place/],
  ['text after a quote', `${A},"1"2`, /^a quote stands in the wrong place/],
  ['an open quote', `${A},"1`, /^a quote is opened here and never closed/],
]
test.each(lines)('%s', async (_, line, problem) => {
  for (const chunkBytes of CHUNK_BYTES) {
    const { problems } = await readWhole(`address,amountWei\n${line}\n`, { chunkBytes })
    expect(problems).toEqual([{ where: 'row 2', problem: expect.stringMatching(problem) }])
  }
})

test.each([
  ['1,000.5', /not a plain decimal/],
  ['1e3', /not a plain decimal/],
  ['1.1234567', /has 7 decimals, more than the 6 there are/],
])('the amountUA %s', async (amount, problem) => {
  const { problems } = await readWhole(`address;amountUA\n${A};${amount}\n`, { coinDecimals: 6 })
  expect(problems).toEqual([{ where: 'row 2', problem: expect.stringMatching(problem) }])
})

test.each([
  [
    'no amount',
    `\naddress,colour\n${A},red\n`,
    'file',
    /^which column .+ are "address", "colour"\. Say which/,
  ],
  [
    'no address',
    `name,amountWei\nx,1\n`,
    'file',
    /^no cell of the first rows is an EVM address .+: save the list/,
  ],
  ['nothing after it', 'holder,amountWei\n', 'file', /^the file has no rows$/],
  [
    'both amounts',
    `address,amountWei,amountUA\n${A},1,1\n`,
    'row 1',
    /^both amountWei and amountUA are named/,
  ],
  [
    'a column twice',
    `address,amountWei,AmountWei\n${A},1,1\n`,
    'row 1',
    /^the column amountWei is named twice$/,
  ],
])('a header with %s', async (_, content, where, problem) => {
  expect((await readWhole(content)).problems).toEqual([{ where, problem: expect.stringMatching(problem) }])
})

describe('rows are numbered as an editor does it', () => {
  test('blank lines are skipped, and counted', async () => {
    const content = `\n\naddress,amountWei\r\n\r\n  \n${A},1\n,\n\n${B},2\n\n`
    for (const chunkBytes of CHUNK_BYTES) {
      const { rows, problems } = await readWhole(content, { chunkBytes })
      expect(problems).toEqual([])
      expect(rows.map(({ row }) => row)).toEqual([6, 9])
    }
  })

  test.each(['\n', '\r\n', '\r'])('a field of two lines counts as two: %j', async (lineBreak) => {
    const content = ['address,amountWei,note', `${A},1,"two`, 'lines"', `${B},x,`].join(lineBreak)
    for (const chunkBytes of CHUNK_BYTES) {
      const { problems } = await readWhole(content, { chunkBytes })
      expect(problems.map(({ where }) => where)).toEqual(['row 4'])
    }
  })
})

test('problems before the place where reading stops are kept', async () => {
  const { problems } = await readWhole(`address,amountWei\nx,1\n\n${A},"1"2\ny,1\n`)
  expect(problems.map(({ where }) => where)).toEqual(['row 2', 'row 4'])
})

describe('limits', () => {
  const FIELD =
    /^the row is longer than 4,096 bytes, which is the limit, or opens a quote that is never closed/
  const cases: [string, string, Partial<FileLimits>, string, RegExp][] = [
    [
      'bytes',
      csvOf(50),
      { maxContentBytes: 1000 },
      'file',
      /^the file holds more than 1,000 bytes, which is the limit$/,
    ],
    ['rows', csvOf(50), { maxRows: 49 }, 'file', /^the file has more than 49 rows, which is the limit$/],
    ['rows of nothing', `${CSV}${',\n'.repeat(50)}`, { maxRows: 49 }, 'file', /more than 49 rows/],
    ['a field', `${CSV}\n${B},1${'0'.repeat(5000)}\n`, {}, 'row 5', FIELD],
    ['a line of delimiters', `${CSV}\n${','.repeat(5000)}\n`, {}, 'row 5', FIELD],
    ['a field of many lines', `${CSV}\n"${'x\n'.repeat(5000)}"`, {}, 'row 5', FIELD],
    ['a header', 'x'.repeat(5000), {}, 'row 1', FIELD],
  ]
  test.each(cases)('%s', async (_, content, limits, where, problem) => {
    for (const chunkBytes of CHUNK_BYTES) {
      const { problems } = await readWhole(content, { limits, chunkBytes })
      expect(problems).toEqual([{ where, problem: expect.stringMatching(problem) }])
    }
  })

  test('what just fits passes', async () => {
    const content = csvOf(50)
    const limits = { maxContentBytes: content.length, maxRows: 50, maxLineBytes: A.length + ',1'.length }
    for (const chunkBytes of CHUNK_BYTES) {
      expect((await readWhole(content, { limits, chunkBytes })).problems).toEqual([])
    }
  })
})

describe('a control character', () => {
  const CONTROLS = Array.from({ length: 32 }, (_, code) => code).filter((code) => ![9, 10, 13].includes(code))
  const many = csvOf(300)
  const line = many.split('\n').findIndex((text) => text.includes(addressOf(250))) + 1
  test.each(
    [...CONTROLS, 127].map((code) => [code.toString(16).padStart(2, '0'), String.fromCharCode(code)]),
  )('%s is refused with its row, however the bytes come', async (_, character) => {
    const places: [string, number][] = [
      [`${character}${CSV}`, 1],
      [CSV.replace('amount', `amount${character}`), 1],
      [CSV.replace(`${A},`, `${A}${character},`), 2],
      [`${CSV}${B},7${character}\n`, 4],
      [`${CSV}"two\nlines${character}",1\n`, 5],
      [many.replace(`${addressOf(250)},`, `${addressOf(250)},${character}`), line],
    ]
    for (const [content, row] of places) {
      for (const chunkBytes of [1, 7, 4096]) {
        const { problems } = await readWhole(content, { chunkBytes })
        expect([chunkBytes, problems.at(-1)]).toEqual([
          chunkBytes,
          {
            where: `row ${row}`,
            problem: expect.stringMatching(/^a control character \(U\+00..\) stands here/),
          },
        ])
      }
    }
  })

  test('that comes before a line that is too long is told first, and after it is not', async () => {
    for (const chunkBytes of [1, 7, 4096]) {
      const before = `${CSV}\u0001${'x'.repeat(5000)}`
      const after = `${CSV}${'x'.repeat(5000)}\u0001`
      expect((await readWhole(before, { chunkBytes })).problems.at(-1)?.problem).toMatch(/^a control/)
      expect((await readWhole(after, { chunkBytes })).problems.at(-1)?.problem).toMatch(/^the row is longer/)
    }
  })
})

const DELIMITERS = [',', ';', '\t', ' ', '='] as const
const ADDRESS = `0x${'a1'.repeat(20)}`
const PIECES = [
  'a',
  '1',
  ' ',
  '  ',
  '\t',
  '"',
  '""',
  '"x"',
  '" y "',
  ',',
  ';',
  '=',
  '\n',
  '\n',
  '\r\n',
  ADDRESS,
]
const RARE_PIECES = ['\r', 'é', '\u00a0', '\u2003']

async function read(content: string, chunkBytes: number): Promise<{ rows: SheetRow[]; error: unknown }> {
  const bytes = Buffer.from(content)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  const rows: SheetRow[] = []
  try {
    for await (const page of readCsvRows(chunks(), { ...DEFAULT_FILE_LIMITS, maxRows: 40 }).rows)
      rows.push(...page)
    return { rows, error: null }
  } catch (error) {
    return { rows, error: [(error as Error).message, (error as { row?: number }).row] }
  }
}

function randomBody(random: SeededRandom, delimiter: string): string {
  const pieces = random.between(0, 9) === 0 ? [...PIECES, ...RARE_PIECES] : PIECES
  const count = random.between(0, 40)
  return Array.from({ length: count }, () =>
    random.between(0, 3) === 0 ? delimiter : random.pick(pieces),
  ).join('')
}

test('lines that are split here are split as the parser splits them', async () => {
  const random = seededRandom(20)
  for (let round = 0; round < 1_500; round++) {
    const delimiter = random.pick(DELIMITERS)
    const body = randomBody(random, delimiter)
    const chunkBytes = random.pick([1, 7, 1000])
    // An address says which the delimiter is; a doubled quote leaves all to the parser.
    const plain = await read(`${ADDRESS}${delimiter}x\n${body}`, chunkBytes)
    const parsed = await read(`${ADDRESS}${delimiter}"x"""\n${body}`, chunkBytes)
    expect([plain.rows.slice(1), plain.error], JSON.stringify([delimiter, body])).toEqual([
      parsed.rows.slice(1),
      parsed.error,
    ])
  }
})

const MAX = 4
/** Texts in which "|" marks the end of what may be read. */
test.each([
  'aaaa\nbbbb\ncccc',
  'aaaa\r\nbbbb\r\n\n\n\ncccc\n',
  'aaaa\rbbbb\rcccc\r',
  '\n\n\n\n\n\n\n\n\n\n',
  'aaaa|a',
  'aaaa|a\n',
  'a\nbbbb|b\nc',
  'a\nb\nc\nd\n\nffff|ff',
])('%j', (marked) => {
  const text = marked.replace('|', '')
  const expected = marked.includes('|') ? marked.indexOf('|') : text.length
  for (let chunkBytes = 1; chunkBytes <= text.length; chunkBytes++) {
    const guard = new LineLengthGuard(MAX)
    let admitted = 0
    for (let start = 0; start < text.length && admitted === start; start += chunkBytes) {
      admitted += guard.admit(Buffer.from(text.slice(start, start + chunkBytes)))
    }
    expect({ chunkBytes, admitted: Math.min(admitted, text.length) }).toEqual({
      chunkBytes,
      admitted: expected,
    })
  }
})
