import { gzipSync } from 'node:zlib'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { checksumAddress } from '#domain/checksum-address.ts'
import type { SeededRandom } from '#lab/random/seeded-random.ts'
import { countDigits, KEPT_DIGITS } from '#lists/list-shape/cell-text.ts'
import { type ListTable, writeWorkbook, zipFiles } from './write-workbook.ts'

/** One holder of a made-up list. */
export interface ListedHolder {
  /** Lower case. */
  address: string
  wei: bigint
}

const ONE = 10n ** 18n
const MAX_TOKENS_DIGITS = 12

/** Makes a list of 2 to 200 different holders with amounts from one wei to 10^12 tokens, all of them with at most so many decimals. */
export function randomList(random: SeededRandom): ListedHolder[] {
  const decimals = random.pick([0, 0, 1, 2, 3, 6, 9, 15, 18])
  const isSmall = random.chance(0.2)
  const holders = new Map<string, bigint>()
  const count = random.chance(0.5) ? random.between(2, 12) : random.between(2, 200)
  while (holders.size < count) holders.set(randomAddress(random), amountOf(random, decimals, isSmall))
  const list = [...holders].map(([address, wei]) => ({ address, wei }))
  const order = random.pick(['none', 'address', 'amount'])
  if (order === 'address') list.sort((a, b) => (a.address < b.address ? -1 : 1))
  if (order === 'amount') list.sort((a, b) => (a.wei === b.wei ? 0 : a.wei > b.wei ? -1 : 1))
  return list
}

/** Writes an address in one of the cases that it comes in. */
function inRandomCase(random: SeededRandom): (address: string) => string {
  return random.pick([
    (address) => address,
    checksumAddress,
    (address) => `0x${address.slice(2).toUpperCase()}`,
  ])
}

function randomAddress(random: SeededRandom): string {
  return `0x${Array.from({ length: 40 }, () => random.between(0, 15).toString(16)).join('')}`
}

function amountOf(random: SeededRandom, decimals: number, isSmall: boolean): bigint {
  const digits = random.between(1, isSmall ? 3 : MAX_TOKENS_DIGITS)
  const whole = random.chance(0.1) ? 0n : digitsOf(random, digits)
  const fraction = decimals === 0 ? 0n : digitsOf(random, decimals) * 10n ** BigInt(18 - decimals)
  return whole * ONE + fraction || 1n
}

function digitsOf(random: SeededRandom, count: number): bigint {
  return BigInt(Array.from({ length: count }, () => random.between(0, 9)).join(''))
}

/** A list as one of the formats has it. */
interface WrittenList {
  /** What it was written as. */
  format: string
  bytes: Buffer
}

type Writer = (random: SeededRandom, list: readonly ListedHolder[]) => string | Buffer | Promise<Buffer>

const inTokens = (wei: bigint) => formatDecimalUnits(wei, 18)
const inWei = (wei: bigint) => wei.toString()
const inHex = (wei: bigint) => `0x${wei.toString(16)}`

/** Groups the whole part by a mark, and puts another before the fraction. */
function grouped(tokens: string, thousands: string, decimal: string): string {
  const [whole = '', fraction] = tokens.split('.')
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, thousands)
  return fraction === undefined ? groups : `${groups}${decimal}${fraction}`
}

/** Ways to write an amount in whole tokens. */
const AMOUNTS: readonly ((tokens: string) => string)[] = [
  (tokens) => tokens,
  (tokens) => tokens,
  (tokens) => grouped(tokens, ',', '.'),
  (tokens) => grouped(tokens, '.', ','),
  (tokens) => grouped(tokens, '', ','),
  (tokens) => grouped(tokens, "'", '.'),
  (tokens) => grouped(tokens, '\u00a0', ','),
  (tokens) => grouped(tokens, '\u2009', '.'),
  // Every amount with as many decimals, as spreadsheets show them.
  (tokens) => (tokens.includes('.') ? tokens : `${tokens}.00`),
]

const PREFIXES = ['', '', '', 'eth:', 'eip155:1:'] as const
const ADDRESS_HEADERS = 'address|HolderAddress|Wallet Address|holder|OWNER|account|recipient|to'.split('|')
const TOKEN_HEADERS = 'balance|Balance|Quantity|amount|Amount (tokens)|tokens|amountUA|value'.split('|')
const WEI_HEADERS = 'amountWei|Balance (raw)|wei|raw_balance|Amount (wei)|balance|amount'.split('|')

/** Makes the cells of a table: an address, an amount, and columns that say something else, in any order. */
function tableOf(random: SeededRandom, list: readonly ListedHolder[]): ListTable {
  const isWei = random.chance(0.4)
  const casing = inRandomCase(random)
  const prefix = random.pick(PREFIXES)
  const format = random.pick(AMOUNTS)
  const arePlain = format('1234.5') === '1234.5'
  const amount = isWei ? random.pick([inWei, inWei, inHex]) : (wei: bigint) => format(inTokens(wei))
  const others: [string, (index: number) => string][] = [
    ['Rank', (index) => `${index + 1}`],
    ['Percentage', (index) => `${(index * 7) % 100}.${index % 10}%`],
    ['Name Tag', (index) => (index % 3 === 0 ? 'Exchange: "Hot" 1, old' : '')],
    ['ens', (index) => (index % 2 === 0 ? `n${index}.eth` : '')],
    ['is_contract', (index) => `${index % 2 === 0}`],
  ]
  const columns: [string, (holder: ListedHolder, index: number) => string][] = [
    [random.pick(ADDRESS_HEADERS), ({ address }) => prefix + casing(address)],
    [random.pick(isWei ? WEI_HEADERS : TOKEN_HEADERS), ({ wei }) => amount(wei)],
    ...others
      .filter(() => random.chance(0.25))
      .map(([name, cell]): [string, (holder: ListedHolder, index: number) => string] => [
        name,
        (_, index) => cell(index),
      ]),
  ]
  for (let index = columns.length - 1; index > 0; index -= 1) {
    const other = random.between(0, index)
    const [one, two] = [columns[index], columns[other]]
    if (one && two) [columns[index], columns[other]] = [two, one]
  }
  return {
    arePlain,
    header: columns.map(([name]) => name),
    rows: list.map((holder, index) => columns.map(([, cell]) => cell(holder, index))),
  }
}

function csvOf(random: SeededRandom, { header, rows }: ListTable, hasHeader = true): string {
  const delimiter = random.pick([',', ',', ';', '\t', '|'])
  const isQuoted = random.chance(0.4)
  const lineBreak = random.pick(['\n', '\r\n', '\r'])
  const quote = (cell: string) =>
    isQuoted || /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
  const notes = hasHeader && random.chance(0.15) ? ['Holders of the token', ''] : []
  const lines = [...(hasHeader ? [header] : []), ...rows].map((cells) => cells.map(quote).join(delimiter))
  return [...notes, ...lines].join(lineBreak) + (random.chance(0.7) ? lineBreak : '')
}

const csv: Writer = (random, list) => csvOf(random, tableOf(random, list))

/** A number, where a double has all its digits. */
function asNumber(wei: bigint): unknown {
  const text = inTokens(wei)
  return countDigits(text) <= KEPT_DIGITS && wei > 10n ** 12n ? Number(text) : text
}

const jsonAmount = (random: SeededRandom) =>
  random.pick<(wei: bigint) => unknown>([inTokens, inWei, inHex, asNumber])

/** Every format, by its name. */
const WRITERS: Readonly<Record<string, Writer>> = {
  csv,
  'csv in UTF-8 with a mark': (random, list) => `\uFEFF${csvOf(random, tableOf(random, list))}`,
  'csv in UTF-16': (random, list) => Buffer.from(`\uFEFF${csvOf(random, tableOf(random, list))}`, 'utf16le'),
  'lines without a header': (random, list) => {
    const delimiter = random.pick([',', ';', '=', ' ', '\t', ' = '])
    const casing = inRandomCase(random)
    return list.map(({ address, wei }) => `${casing(address)}${delimiter}${inTokens(wei)}`).join('\n')
  },
  'an explorer’s export': (_, list) =>
    [
      '"HolderAddress","Balance","PendingBalanceUpdate"',
      ...list.map(({ address, wei }) => `"${address}","${grouped(inTokens(wei), ',', '.')}","No"`),
      '',
    ].join('\r\n'),
  'a Safe airdrop': (random, list) =>
    [
      'token_type,token_address,receiver,amount,id',
      ...list.map(
        ({ address, wei }) =>
          `erc20,0x1f9840a85d5af5bf1d1762f925bdaddc4201f984,${random.pick(['', 'eth:'])}${address},${inTokens(wei)},`,
      ),
    ].join('\n'),
  'a map': (random, list) => {
    const amount = jsonAmount(random)
    const wrap = random.pick([
      (map: object) => map,
      (map: object) => ({ balances: map }),
      (map: object) => ({ airdrop: map }),
    ])
    return JSON.stringify(wrap(Object.fromEntries(list.map(({ address, wei }) => [address, amount(wei)]))))
  },
  'Uniswap’s earnings': (random, list) => {
    const amount = jsonAmount(random)
    return JSON.stringify(
      list.map(({ address, wei }) => ({ address, earnings: amount(wei), reasons: 'user' })),
    )
  },
  'a Merkle distributor': (random, list) => {
    const amount = random.pick([inHex, inWei])
    const claims = list.map(({ address, wei }, index) => [
      address,
      { index, amount: amount(wei), proof: [`0x${'1'.repeat(64)}`] },
    ])
    return JSON.stringify({ merkleRoot: `0x${'2'.repeat(64)}`, claims: Object.fromEntries(claims) })
  },
  'OpenZeppelin’s tree': (random, list) => {
    const isIndexed = random.chance(0.5)
    const values = list.map(({ address, wei }, index) => ({
      value: [...(isIndexed ? [`${index}`] : []), address, inWei(wei)],
      treeIndex: index,
    }))
    return JSON.stringify({ format: 'standard-v1', tree: [`0x${'1'.repeat(64)}`], values })
  },
  'geth’s dump': (_, list) =>
    JSON.stringify({
      root: '07',
      accounts: Object.fromEntries(
        list.map(({ address, wei }) => [address, { balance: inWei(wei), nonce: 0, codeHash: '0x2' }]),
      ),
    }),
  'lines of JSON': (random, list) => {
    const [name, amount] = random.pick<[string, (wei: bigint) => unknown]>([
      ['balance', inWei],
      ['balance', inTokens],
      ['amountUA', inTokens],
      ['amountWei', inWei],
    ])
    return list.map(({ address, wei }) => JSON.stringify({ address, [name]: amount(wei) })).join('\n')
  },
  'items of an interface': (random, list) => {
    const rows = list.map(({ address, wei }) => ({
      owner_address: address,
      balance: inWei(wei),
      balance_formatted: inTokens(wei),
    }))
    return JSON.stringify(random.pick([{ result: rows, cursor: null }, { data: { items: rows } }, rows]))
  },
  'nested items': (_, list) =>
    JSON.stringify({
      items: list.map(({ address, wei }) => ({ address: { hash: address }, value: inWei(wei) })),
    }),
  'a workbook': (random, list) => {
    const table = tableOf(random, list)
    return writeWorkbook(table, {
      areNumbers: table.arePlain === true && random.chance(0.5),
      areShared: random.chance(0.5),
      isSecondSheet: random.chance(0.2),
    })
  },
  gzip: (random, list) => gzipSync(csvOf(random, tableOf(random, list))),
  zip: (random, list) => zipFiles({ 'holders.csv': Buffer.from(csvOf(random, tableOf(random, list))) }),
}

export const LIST_FORMATS: readonly string[] = Object.keys(WRITERS)

/** Writes a list in a format, each time another variant of it. */
export async function writeList(
  random: SeededRandom,
  format: string,
  list: readonly ListedHolder[],
): Promise<WrittenList> {
  const written = await (WRITERS[format] ?? csv)(random, list)
  return { format, bytes: Buffer.from(written) }
}
