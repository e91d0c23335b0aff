import { expect, test } from 'vitest'
import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import { DEFAULT_FILE_LIMITS } from './file-problems.ts'
import { readCsvRows } from './read-csv-rows.ts'
import type { SheetRow } from './sheet-row.ts'

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
