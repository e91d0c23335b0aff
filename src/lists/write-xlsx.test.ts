import { randomBytes } from 'node:crypto'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { exactBeside, MAX_XLSX_ROWS, type WrittenCell, writeXlsx, type XlsxColumn } from './write-xlsx.ts'
import { writeZip } from './write-zip.ts'
import { DEFAULT_XLSX_LIMITS, openXlsx } from './xlsx/open-xlsx.ts'
import { readXlsxRows } from './xlsx/read-xlsx-rows.ts'

const COLUMNS: XlsxColumn[] = [
  { header: 'Name', width: 20 },
  { header: 'Amount', width: 20, kind: 'number' },
  { header: 'Exact', width: 20 },
  { header: 'Time', width: 20 },
]

async function write(...pages: (readonly WrittenCell[])[][]): Promise<Buffer> {
  async function* rows() {
    yield* pages
  }
  return await buffer(writeXlsx('Sheet <1>', COLUMNS, rows()))
}

/** The cells of each row below the header by their columns: a text, or a number's digits. */
async function readBack(workbook: Buffer): Promise<Map<number, string>[]> {
  const rows: Map<number, string>[] = []
  for await (const page of readXlsxRows(workbook, COLUMNS.length, DEFAULT_XLSX_LIMITS)) {
    for (const { cells } of page) {
      const texts = [...cells].map(([at, cell]) => [at, 'text' in cell ? cell.text : cell.kind] as const)
      rows.push(new Map(texts))
    }
  }
  return rows.slice(1)
}

async function sheetOf(workbook: Buffer): Promise<string> {
  const archive = await openXlsx(workbook, DEFAULT_XLSX_LIMITS)
  let sheet = ''
  const decoder = new TextDecoder()
  for await (const bytes of archive.read('xl/worksheets/sheet1.xml')) {
    sheet += decoder.decode(bytes, { stream: true })
  }
  return sheet
}

const namesOf = async (...names: string[]) =>
  (await readBack(await write(names.map((name) => [name])))).map((row) => row.get(0))

test.each([
  ['plain', 'plain'],
  ['marks of XML', 'a & b < c > d "quoted" \'too\', &amp;'],
  ['other scripts', 'Ünïcödé, €, 漢字 and 🦀'],
  ['several lines', 'two\nlines\tand a tab'],
  ['the longest', 'x'.repeat(32_767)],
  ['the longest, escaped', '&'.repeat(32_767)],
  ['the longest, in three bytes each', '漢'.repeat(32_767)],
])('a text comes back as it was: %s', async (_, text) => {
  expect(await namesOf('before', text, 'after')).toEqual(['before', text, 'after'])
})

test('spaces at the ends of a text are kept', async () => {
  expect(await sheetOf(await write([['  two ']]))).toContain('<t xml:space="preserve">  two </t>')
})

test('what XML can not hold is left out', async () => {
  expect(await namesOf('a\u0000b\u0007c\ufffed', 'half \ud83e of a crab')).toEqual([
    'abcd',
    'half  of a crab',
  ])
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'a formula gets an apostrophe: %j',
  async (text) => {
    const [name] = await namesOf(text)
    expect(name).toBe(`'${text}`.replace('\r', '\n'))
  },
)

test.each([
  ['12.5', '12.5', ''],
  ['0', '0', ''],
  ['123456789012345', '123456789012345', ''],
  ['1234567.123456789012345678', '1234567.12345679', '1234567.123456789012345678'],
  ['0.330392000000000168', '0.330392', '0.330392000000000168'],
  ['999999999999999.9', '1000000000000000', '999999999999999.9'],
  ['1234567890123456789', '1234567890123460000', '1234567890123456789'],
  ['1234567890123456789012', '1.23456789012346e+21', '1234567890123456789012'],
  ['0.0000001234567890123456', '1.23456789012346e-7', '0.0000001234567890123456'],
])('a number is rounded to what a spreadsheet keeps: %s', async (amount, rounded, exact) => {
  expect(exactBeside(amount)).toBe(exact)
  expect(await sheetOf(await write([['', amount]]))).toContain(`<c r="B2"><v>${rounded}</v></c>`)
})

test('what is no plain number is text in a column of numbers', async () => {
  const [row] = await readBack(await write([['', '1e5', '', '']]))
  expect(row).toEqual(new Map([[1, '1e5']]))
})

test('times are date cells, to the millisecond', async () => {
  const times = Array.from({ length: 5000 }, (_, n) => 1_700_000_000_000 + n * 7_919_117)
  const sheet = await sheetOf(await write([0, -1, ...times].map((time) => ['', '', '', time])))
  const serials = [...sheet.matchAll(/<c r="D\d+" s="3"><v>([^<]*)<\/v>/g)].map(([, serial]) => serial)
  expect(serials).toEqual([0, -1, ...times].map((time) => String(time / 86_400_000 + 25_569)))
})

test('rows come back whole and in order, whatever pages they came in', async () => {
  const rowOf = (n: number) => [`Name ${n}`, `${n}.25`, n % 3 === 0 ? 'x'.repeat(n % 500) : '', '']
  const rows = Array.from({ length: 12_000 }, (_, n) => rowOf(n))
  const read = await readBack(await write(rows.slice(0, 1), [], rows.slice(1, 9000), rows.slice(9000)))
  expect(read).toEqual(
    rows.map((cells) => new Map(cells.flatMap((cell, at) => (cell === '' ? [] : [[at, cell] as const])))),
  )
})

test('more rows than a sheet has are an error, and not left out', { timeout: 60_000 }, async () => {
  const page = Array.from({ length: MAX_XLSX_ROWS }, () => ['a'])
  await expect(write(page, [['one more']])).rejects.toThrow(RangeError)
})

const CHUNK_BYTES = 100_000

/** Reads an archive by its directory, and compares the checksums in it. */
async function unzip(archive: Buffer): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true, autoClose: false })
  const parts: Record<string, Buffer> = {}
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry))
    expect(crc32(content)).toBe(entry.crc32)
    parts[entry.fileName] = content
  }
  return parts
}

test('parts come back as they were, in their order', async () => {
  const parts = {
    'a.txt': Buffer.from('first'),
    'empty.txt': Buffer.alloc(0),
    'b/c.bin': randomBytes(500_000),
  }
  const archive = writeZip(Object.entries(parts).map(([path, content]) => ({ path, content: [content] })))
  const read = await unzip(await buffer(archive))
  expect(Object.keys(read)).toEqual(Object.keys(parts))
  expect(read).toEqual(parts)
})

test('a chunk may be overwritten when the next but one is asked for', async () => {
  const chunks = Array.from({ length: 50 }, () => randomBytes(CHUNK_BYTES))
  const turns = [Buffer.alloc(CHUNK_BYTES), Buffer.alloc(CHUNK_BYTES)]
  async function* content() {
    for (const [index, chunk] of chunks.entries()) {
      const reused = turns[index % 2] ?? chunk
      chunk.copy(reused)
      yield reused
    }
  }
  const read = await unzip(await buffer(writeZip([{ path: 'a', content: content() }])))
  expect(read.a?.equals(Buffer.concat(chunks))).toBe(true)
})

/** Random chunks without end, and how many were asked for. */
function endless() {
  const source = { asked: 0, isOver: false, content: produce() }
  async function* produce() {
    try {
      for (;;) {
        source.asked += 1
        yield randomBytes(CHUNK_BYTES)
      }
    } finally {
      source.isOver = true
    }
  }
  return source
}

/** Long enough for dozens of chunks. */
const A_WHILE_MS = 200

test('no more is asked for than is read', async () => {
  const source = endless()
  let readBytes = 0
  for await (const chunk of writeZip([{ path: 'a', content: source.content }])) {
    readBytes += chunk.length
    if (readBytes > 20 * CHUNK_BYTES) break
    await delay(1)
  }
  expect(source.asked).toBeGreaterThan(20)
  expect(source.asked).toBeLessThan(30)
})

test.each(['read', 'paused'])('what nobody wants any more is not read on, while it is %s', async (state) => {
  const source = endless()
  const archive = writeZip([{ path: 'a', content: source.content }])
  archive.on('data', () => {
    if (state === 'paused' && source.asked > 5) archive.pause()
  })
  await expect.poll(() => source.asked).toBeGreaterThan(5)
  await delay(A_WHILE_MS)
  if (state === 'paused') expect(source.asked).toBeLessThan(15)
  archive.destroy()
  await expect.poll(() => source.isOver).toBe(true)
  const { asked } = source
  await delay(A_WHILE_MS)
  expect(source.asked).toBe(asked)
})

test('an error of a part is that of the archive', async () => {
  async function* content() {
    yield Buffer.from('half')
    throw new Error('the database is gone')
  }
  await expect(buffer(writeZip([{ path: 'a', content: content() }]))).rejects.toThrow('the database is gone')
})

test('a part may be larger than 4 GiB', { timeout: 60_000 }, async () => {
  const zeros = Buffer.alloc(1 << 26)
  const large = 65
  const archive = await buffer(
    writeZip([
      { path: 'large', content: Array.from({ length: large }, () => zeros) },
      { path: 'small', content: [Buffer.from('after it')] },
    ]),
  )
  const zip = await fromBufferPromise(archive, { lazyEntries: true, autoClose: false })
  const sizes: number[] = []
  for await (const entry of zip.eachEntry()) {
    sizes.push(entry.uncompressedSize)
    if (entry.fileName !== 'small') continue
    expect(await text(await zip.openReadStreamPromise(entry))).toBe('after it')
  }
  expect(sizes).toEqual([large * zeros.length, 8])
})
