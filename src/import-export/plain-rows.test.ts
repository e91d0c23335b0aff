import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import { chunksOf } from '../../test/harness/test-reading.ts'
import { type AllocationSummary, readAllocations } from './read-allocations.ts'

/** The columns are decided by so many rows; only those after them are taken from their bytes. */
const TOP_ROWS = 200

interface Read extends AllocationSummary {
  /** `0x…: amount` of each row, in no order. */
  rows: string[]
  taken: number
}

interface ReadingChoices {
  isTaken: boolean
  chunkBytes: number
  maxRows: number
  coinDecimals: number
}

async function read(content: string, options: ReadingChoices): Promise<Read> {
  const { isTaken, chunkBytes, maxRows, coinDecimals } = options
  const rows: string[] = []
  let taken = 0
  const takeRecord = (record: Uint8Array) => {
    const hex = Buffer.from(record).toString('hex')
    rows.push(`0x${hex.slice(0, 40)}: ${BigInt(`0x${hex.slice(40)}`)}`)
    taken += 1
  }
  const source = Readable.from(chunksOf(Buffer.from(content), chunkBytes))
  const limits = { maxRows }
  const reading = readAllocations(source, { coinDecimals, limits }, isTaken ? takeRecord : undefined)
  for await (const batch of reading.batches) {
    for (const { address, amountWei } of batch) rows.push(`${address}: ${amountWei}`)
  }
  return { rows: rows.sort(), taken, ...reading.summary() }
}

type Row = [address: string, amount: string]

const hex = (random: SeededRandom, digits: number) =>
  Array.from({ length: digits }, () => random.pick([...'0123456789abcdef'])).join('')

/** 38 digits are more than are read from bytes. */
function plainRow(random: SeededRandom): Row {
  const digits = Array.from({ length: random.between(0, 37) }, () => random.between(0, 9)).join('')
  return [`0x${hex(random, 40)}`, random.chance(0.1) ? '0' : `${random.between(1, 9)}${digits}`]
}

/** Rows of which something is odd or wrong, or that are written in another way. */
function oddRow(random: SeededRandom, [address, amount]: Row, before: readonly Row[]): Row {
  return random.pick<Row>([
    [address, '12'],
    [address, `0${amount}`],
    [address, ''],
    [address, `-${amount}`],
    [address, `${amount}.5`],
    [address, `${amount}e2`],
    [address, ` ${amount}`],
    [address, `${amount} `],
    [address, `${amount}é`],
    [address, `1${'0'.repeat(77)}`],
    [address, `${2n ** 256n - 1n}`],
    [address.toUpperCase().replace('0X', '0x'), amount],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', amount],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', amount],
    ['0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', amount],
    [`0x${'0'.repeat(37)}${hex(random, 3)}`, amount],
    [`0x${'0'.repeat(36)}dead`, amount],
    [`0xdead${'0'.repeat(36)}`, amount],
    [` ${address}`, amount],
    [`${address.slice(0, 41)}g`, amount],
    [address.slice(0, 41), amount],
    [`eth:${address}`, amount],
    [random.pick(before)[0], amount],
    ...Array.from({ length: 5 }, (): Row => [random.pick(before.slice(-4))[0], amount]),
  ])
}

/** Rows that are odd now and then, after those that decide the columns. */
function rowsOf(random: SeededRandom): Row[] {
  const rows = Array.from({ length: TOP_ROWS }, () => plainRow(random))
  const count = random.between(0, 150)
  const oddity = random.pick([0, 0.02, 0.3, 0.6])
  for (let i = 0; i < count; i++) {
    const row = plainRow(random)
    rows.push(random.chance(oddity) ? oddRow(random, row, rows) : row)
  }
  return rows
}

function csvOf(random: SeededRandom): string {
  const delimiter = random.pick([',', ';', '\t', '|'])
  const layout = random.pick(['plain', 'more columns', 'amount first', 'another export'])
  const names: Record<string, string[]> = {
    plain: ['address', 'amountWei'],
    'more columns': ['name', 'address', 'note', 'amountWei', ''],
    'amount first': ['AMOUNTWEI', 'Address'],
    'another export': ['Holder Address', 'Balance (wei)'],
  }
  const oddity = random.pick([0, 0.01, 0.05])
  const end = random.pick(['\n', '\r\n'])
  const lineOf = ([address, amount]: Row, index: number) => {
    const isOdd = () => index >= TOP_ROWS && random.chance(oddity)
    const note = isOdd() ? random.pick(['a b', 'é', '"', '\r', '"two\nlines"']) : random.pick(['', 'x'])
    const cells = layout === 'more columns' ? ['n', address, note, amount, ''] : [address, amount]
    if (layout === 'amount first') cells.reverse()
    if (isOdd()) cells.push(random.pick(['', '5']))
    const quoted = cells.map((cell) => (isOdd() ? `"${cell}"` : cell))
    const blank = isOdd() ? random.pick(['\n', ' \n', '\r']) : ''
    return `${quoted.join(delimiter)}${end}${blank}`
  }
  const text = `${names[layout]?.join(delimiter)}${end}${rowsOf(random).map(lineOf).join('')}`
  return random.chance(0.5) ? text.trimEnd() : text
}

function jsonOf(random: SeededRandom): string {
  const [addressName, amountName] = random.pick([
    ['address', 'amountWei'],
    ['Address', 'AMOUNTWEI'],
    ['owner_address', 'balance'],
    ['wallet', 'raw amount'],
    ['key', 'amountWei'],
  ] as const)
  const oddity = random.pick([0, 0.01, 0.05])
  const space = random.pick(['', ' ', '\n  '])
  const isAround = random.chance(0.3)
  const itemOf = ([address, amount]: Row, index: number) => {
    const isOdd = index >= TOP_ROWS && random.chance(oddity)
    const value = JSON.stringify(amount)
    const members = [`"${addressName}":${space}"${address}"`, `"${amountName}":${space}${value}`]
    if (random.chance(0.1)) members.reverse()
    if (isOdd) {
      const note = `"n":${random.pick(['1', '"}"', '"é"', '{"a":[]}', `"${' '.repeat(1_200)}"`])}`
      members.push(random.pick([note, members[0] ?? '', `"amountUA":"1"`, `"${amountName}2":"1"`]))
      if (random.chance(0.3)) members.shift()
    }
    const written = members.join(`,${space}`)
    if (!isOdd || random.chance(0.7)) return `{${space}${written}${space}}`
    return random.pick([
      `{${written.replaceAll('"', '')}}`,
      `{${written}`,
      `${written}}`,
      `{${written}},`,
      `{${space.repeat(400)}${written}}`,
      `{${written.replace('a', '\\u0061')}}`,
      `{${written.replace(value, amount)}}`,
      '[]',
      '5',
      '{}',
    ])
  }
  const items = rowsOf(random).map(itemOf).join(`${space},`)
  const list = `[${items}]`
  const text = isAround ? `{"data":{"total":5,"items":${list}},"next":null}` : list
  return random.chance(0.9) ? text : text.slice(0, text.length - random.between(1, 200))
}

const FORMS: [form: string, textOf: (random: SeededRandom) => string][] = [
  ['CSV', csvOf],
  ['JSON', jsonOf],
]

test.each(FORMS)(
  'rows of a %s that are taken from its bytes are those that are read from its text',
  { timeout: 60_000 },
  async (_, textOf) => {
    const random = seededRandom(52)
    let [taken, sound] = [0, 0]
    for (let round = 0; round < 400; round++) {
      const content = textOf(random)
      const options = {
        chunkBytes: random.pick([100, 700, 2_000]),
        maxRows: random.pick([1_000, 1_000, 230]),
        coinDecimals: random.pick([0, 18, 36]),
      }
      const expected = await read(content, { ...options, isTaken: false })
      const given = await read(content, { ...options, isTaken: true })
      const { rows, taken: _none, ...summary } = expected
      expect(given, content).toMatchObject(summary)
      if (summary.problemCount === 0) expect(given.rows, content).toEqual(rows)
      if (summary.problemCount === 0) sound += 1
      taken += given.taken
    }
    expect(taken).toBeGreaterThan(3_000)
    expect(sound).toBeGreaterThan(50)
  },
)
