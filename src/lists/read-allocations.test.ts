import { createReadStream, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { checksumAddress } from '#domain/checksum-address.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { seededRandom } from '#lab/random/seeded-random.ts'
import {
  A,
  addressOf,
  B,
  CSV,
  chunksOf,
  csvOf,
  ITEMS,
  JSON_TEXT,
  readWhole,
  sha256,
  WEI_OF_A,
  WEI_OF_B,
} from '../../test/harness/test-reading.ts'
import { AddressIndex } from './allocation-check.ts'
import { isCaseRight } from './list-warnings.ts'
import { readAllocations } from './read-allocations.ts'

const IN_CSV = [
  { row: 2, address: A, amountWei: BigInt(WEI_OF_A) },
  { row: 3, address: B, amountWei: BigInt(WEI_OF_B) },
]
const IN_JSON = IN_CSV.map(({ row, ...holder }) => ({ row: row - 1, ...holder }))
const TOKENS_CSV = `address,amountUA\n${A},400\n${B},0.000000000000000001\n`
const TOKENS_JSON = [
  { address: A, amountUA: '400' },
  { address: B, amountUA: '0.000000000000000001' },
]
const WITH_MORE = ITEMS.map((item) => ({
  n: 1,
  proof: [{ address: 'x', amountUA: 1 }],
  ok: null,
  ...item,
  label: ']} {[',
}))
const MIXED_CASE_A = `0x${'A1a1'.repeat(10)}`

describe('every form of the same list', () => {
  const forms: [string, string | Buffer, unknown[]][] = [
    ['wei', CSV, IN_CSV],
    ['whole tokens', TOKENS_CSV, IN_CSV],
    ['whole tokens with trailing zeros', TOKENS_CSV.replace('400', '400.00'), IN_CSV],
    ['no last line break', CSV.trimEnd(), IN_CSV],
    ['CRLF', CSV.replaceAll('\n', '\r\n'), IN_CSV],
    ['CR alone', CSV.replaceAll('\n', '\r'), IN_CSV],
    ['a byte order mark', `\uFEFF${CSV}`, IN_CSV],
    ['a byte order mark before a quote', `\uFEFF${CSV.replace('address', '"address"')}`, IN_CSV],
    ['semicolons', CSV.replaceAll(',', ';'), IN_CSV],
    ['tabs', CSV.replaceAll(',', '\t'), IN_CSV],
    [
      'quotes and spaces',
      ` "Address" , " AMOUNTWEI "\n "${A} " , " ${WEI_OF_A}"\n${B} , ${WEI_OF_B} \n`,
      IN_CSV,
    ],
    ['mixed case addresses', CSV.replace(A, MIXED_CASE_A), IN_CSV],
    [
      'columns in another order, and more of them',
      `n,amountWei,address,note\n1,${WEI_OF_A},${A},"x, ""y"""\n2,${WEI_OF_B},${B},\n`,
      IN_CSV,
    ],
    ['gzip', gzipSync(CSV), IN_CSV],
    ['gzip of two members', Buffer.concat([gzipSync(CSV.slice(0, 50)), gzipSync(CSV.slice(50))]), IN_CSV],
    ['JSON', JSON_TEXT, IN_JSON],
    ['JSON in whole tokens', JSON.stringify(TOKENS_JSON), IN_JSON],
    ['pretty JSON with CRLF', JSON.stringify(ITEMS, null, 2).replaceAll('\n', '\r\n'), IN_JSON],
    ['JSON after a byte order mark and white space', `\uFEFF \n${JSON_TEXT}\n`, IN_JSON],
    ['JSON with more in it', JSON.stringify(WITH_MORE), IN_JSON],
    ['JSON with escapes', JSON_TEXT.replaceAll('addr', '\\u0061ddr').replace('0xa', '\\u0030xa'), IN_JSON],
    ['gzipped JSON', gzipSync(JSON_TEXT), IN_JSON],
    ['UTF-16', Buffer.from(`\uFEFF${CSV}`, 'utf16le'), IN_CSV],
    ['gzipped UTF-16', gzipSync(Buffer.from(`\uFEFF${CSV}`, 'utf16le')), IN_CSV],
    ['big-endian UTF-16', Buffer.from(`\uFEFF${CSV}`, 'utf16le').swap16(), IN_CSV],
  ]
  test.each(forms)('%s', async (_, content, rows) => {
    for (const chunkBytes of [64 * 1024, 7, 1]) {
      expect(await readWhole(content, { chunkBytes })).toMatchObject({
        rows,
        problems: [],
        problemCount: 0,
        fileHash: sha256(content),
        fileBytes: Buffer.byteLength(content),
        rowCount: 2,
        totalWei: 400000000000000000001n,
      })
    }
  })

  test('amountUA has the decimals of the coin', async () => {
    const content = `address,amountUA\n${A},1.5\n`
    expect((await readWhole(content, { coinDecimals: 6 })).totalWei).toBe(1_500_000n)
    expect((await readWhole(content, { coinDecimals: 0 })).problems[0]?.problem).toMatch(/has 1 decimals/)
  })

  test('an amount of zero is no problem', async () => {
    const { rows, problemCount } = await readWhole(`address,amountUA\n${A},0\n`)
    expect(rows).toEqual([{ row: 2, address: A, amountWei: 0n }])
    expect(problemCount).toBe(0)
  })
})

describe('problems', () => {
  const files: [string, string | Buffer, RegExp][] = [
    ['nothing', '', /^the file is empty$/],
    ['white space', '\uFEFF \r\n\t\n', /^the file is empty$/],
    ['much white space', ' \n'.repeat(5000), /^the file has no rows$/],
    ['a gzip of nothing', gzipSync(''), /^the file is empty$/],
    ['a header alone', 'address,amountWei\n', /^the file has no rows$/],
    ['an empty array', '[]', /^the file has no rows$/],
    ['a broken workbook', Buffer.from('PK\x03\x04……'), /^the workbook is damaged/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old \.xls or is protected by a password/],
  ]
  test.each(files)('%s', async (_, content, problem) => {
    for (const chunkBytes of [64 * 1024, 1]) {
      const { problems, problemCount, fileHash } = await readWhole(content, { chunkBytes })
      expect(problems).toEqual([{ where: 'file', problem: expect.stringMatching(problem) }])
      expect(problemCount).toBe(1)
      expect(fileHash).toBe(sha256(content))
    }
  })

  test('an address that occurs twice, in any letter case', async () => {
    const { problems } = await readWhole(`${CSV}${MIXED_CASE_A},x\n${A},1\n`)
    expect(problems).toEqual([
      { where: 'row 4', problem: `${A} already stands in row 2` },
      { where: 'row 4', problem: '"x" is not a whole number of wei' },
      { where: 'row 5', problem: `${A} already stands in row 2` },
    ])
    const json = await readWhole(JSON.stringify([...ITEMS, ITEMS[1]]))
    expect(json.problems).toEqual([{ where: 'item 3', problem: `${B} already stands in item 2` }])
  })

  test('amounts that add up to more than a uint256', async () => {
    const most = 2n ** 256n - 1n
    const { problems, totalWei } = await readWhole(`address,amountWei\n${A},${most}\n${B},1\n`)
    expect(problems).toEqual([{ where: 'row 3', problem: 'the amounts up to here exceed a uint256' }])
    expect(totalWei).toBe(most)
  })

  test('all are counted, the first 100 are listed, and no row is yielded after the first', async () => {
    const content = csvOf(5000, (index) => (index === 1500 || index > 2100 ? 'x' : '1'))
    const { rows, problems, problemCount, rowCount } = await readWhole(content)
    expect(problems).toHaveLength(100)
    expect(problems.slice(0, 2).map(({ where }) => where)).toEqual(['row 1502', 'row 2103'])
    expect(problemCount).toBe(2900)
    expect(rowCount).toBe(2100)
    expect(rows).toHaveLength(1000)
  })
})

describe('the source', () => {
  test.each([
    ['plain', Buffer.from(CSV)],
    ['gzip', gzipSync(CSV)],
  ])('its errors are thrown: %s', async (_, content) => {
    const failing = async function* () {
      yield content.subarray(0, 30)
      throw new Error('disk on fire')
    }
    const { batches, summary } = readAllocations(failing(), { coinDecimals: 18 })
    await expect(batches[Symbol.asyncIterator]().next()).rejects.toThrow('disk on fire')
    expect(summary).toThrow('not read to their end')
  })

  test.each([
    ['plain', Buffer.from(csvOf(5000))],
    ['gzip', gzipSync(csvOf(5000))],
  ])('is closed when the loop is left early: %s', async (_, content) => {
    const source = Readable.from(chunksOf(content, 1000))
    for await (const batch of readAllocations(source, { coinDecimals: 18 }).batches) {
      expect(batch).toHaveLength(1000)
      break
    }
    expect(source.destroyed).toBe(true)
  })

  test('is read no faster than the rows are taken', async () => {
    let given = 0
    const endless = async function* () {
      yield Buffer.from('address,amountWei\n')
      for (;;) yield Buffer.from(`${addressOf(given++)},1\n`)
    }
    const batches = readAllocations(endless(), { coinDecimals: 18 }).batches[Symbol.asyncIterator]()
    await batches.next()
    for (let turn = 0; turn < 20; turn++) await setImmediate()
    expect(given).toBeLessThan(1100)
    await batches.return?.()
  })

  test('given as one great chunk still lets the event loop turn', async () => {
    let turns = 0
    const counting = setInterval(() => turns++, 0)
    const { rowCount } = await readWhole(csvOf(20_000), { chunkBytes: Number.POSITIVE_INFINITY })
    clearInterval(counting)
    expect(rowCount).toBe(20_000)
    expect(turns).toBeGreaterThan(10)
  })
})

const REAL_FILE = resolve(import.meta.dirname, '../../../shared/data/uni-holders.csv.gz')

test('a real list of 252,803 holders', { timeout: 60_000 }, async ({ skip }) => {
  skip(!existsSync(REAL_FILE), 'there is no ../shared/data/uni-holders.csv.gz beside the repository')
  const { batches, summary } = readAllocations(createReadStream(REAL_FILE), { coinDecimals: 18 })
  let given = 0
  for await (const batch of batches) given += batch.length
  const { problemCount, rowCount, totalWei } = summary()
  expect({ given, problemCount, rowCount }).toEqual({ given: 252_803, problemCount: 0, rowCount: 252_803 })
  expect(formatDecimalUnits(totalWei, 18)).toBe('149999999.975656')
})

test("a snapshot of a token with other decimals than the coin's is refused, by row", async () => {
  const list = (decimals: number) => `address,amountWei,decimals\n0x${'a1'.repeat(20)},1500000,${decimals}\n`
  expect((await readWhole(list(18))).problems).toEqual([])
  expect((await readWhole(list(6))).problems).toEqual([
    { where: 'row 2', problem: "the token has 6 decimals here, and 18 in this portal's settings" },
  ])
})

test('knows each address that was added by its row, as a Map does', () => {
  const random = seededRandom(4)
  const index = new AddressIndex()
  const rows = new Map<EvmAddress, number>()
  for (let row = 1; row <= 20_000; row++) {
    // Few digits: some come again.
    const digits = random.between(0, 15_000).toString(16).padStart(8, '0')
    const address = `0x${digits.repeat(5)}` as EvmAddress
    expect(index.add(address, row)).toBe(rows.get(address))
    if (!rows.has(address)) rows.set(address, row)
  }
  expect(rows.size).toBeGreaterThan(10_000)
})

test('tells addresses apart by each of their digits', () => {
  const index = new AddressIndex()
  const digits = 'f0'.repeat(20)
  expect(index.add(`0x${digits}` as EvmAddress, 1)).toBeUndefined()
  for (let at = 0; at < digits.length; at++) {
    const other = `0x${digits.slice(0, at)}1${digits.slice(at + 1)}` as EvmAddress
    expect(index.add(other, at + 2)).toBeUndefined()
    expect(index.add(other, 99)).toBe(at + 2)
  }
})

test('agrees with the checksum, and with no other case of the same digits', () => {
  const random = seededRandom(55)
  for (let round = 0; round < 200; round++) {
    const digits = Array.from({ length: 40 }, () => random.between(0, 15).toString(16)).join('')
    const right = checksumAddress(`0x${digits}`).slice(2)
    expect([right, digits, digits.toUpperCase()].map(isCaseRight)).toEqual([true, true, true])
    const at = right.search(/[a-fA-F]/)
    const letter = right.charAt(at)
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    const wrong = `${right.slice(0, at)}${other}${right.slice(at + 1)}`
    const hasBothCases = wrong !== wrong.toLowerCase() && wrong !== wrong.toUpperCase()
    expect(isCaseRight(wrong)).toBe(!hasBothCases)
  }
})
