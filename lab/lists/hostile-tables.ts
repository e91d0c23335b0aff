import { seededRandom } from '#lab/random/seeded-random.ts'
import {
  HOLDER_A as A,
  HOLDER_B as B,
  HOLDER_C as C,
  type HostileFile,
  numbered,
  SOUND_CSV,
} from './hostile-file.ts'

const MEGABYTE = 1024 ** 2
const HEADER = 'address,amountUA\n'

const file = (name: string, text: string | Buffer | (() => string)): HostileFile => ({
  name: `CSV: ${name}`,
  make: () => Buffer.from(typeof text === 'function' ? text() : text),
})
const row = (name: string, text: string): HostileFile => file(name, `${SOUND_CSV}${text}\n`)
const D = `0x${'d4'.repeat(20)}`
const amount = (text: string): HostileFile => row(`the amount ${text.slice(0, 30)}`, `${D},${text}`)
const address = (name: string, text: string): HostileFile => row(`an address with ${name}`, `${text},1.5`)
const starting = (name: string, bytes: number[] | string): HostileFile => ({
  name,
  make: () => Buffer.concat([Buffer.from(bytes as string), randomBytes(7, 4000)]),
})

function randomBytes(seed: number, count: number): Buffer {
  const random = seededRandom(seed)
  return Buffer.from(Array.from({ length: count }, () => random.between(0, 255)))
}

function randomText(seed: number): Buffer {
  const random = seededRandom(seed)
  const pieces = [...`,;\t"'\n\r= {[é`, A, B, '1.5', '0x', 'address', 'amount']
  const text = Array.from({ length: random.between(5, 400) }, () => random.pick(pieces)).join('')
  return Buffer.from(`${text}\n${A}x,1\n`)
}

/** Tables that are broken, huge, ambiguous, or no tables at all. */
export const HOSTILE_TABLES: readonly HostileFile[] = [
  row('a quote that is never closed', `"${D},1.5`),
  row('a quote in a field', `${D},1"5`),
  file('a quote that swallows the rest', () => `${HEADER}${A},"${SOUND_CSV.repeat(2000)}`),
  file('a quoted field of 8 megabytes', () => `${SOUND_CSV}${D},"${'1\n'.repeat(4 * MEGABYTE)}"\n`),
  file('a line of 8 megabytes', () => 'x'.repeat(8 * MEGABYTE)),
  file(
    '10,000 columns',
    () => `${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join()}\n${'1,'.repeat(9_999)}1\n`,
  ),
  file('100,000 rows that are none', () => `${HEADER}${'x,y\n'.repeat(100_000)}`),
  file('100,000 rows of one holder', () => `${HEADER}${`${A},1.5\n`.repeat(100_000)}`),
  row('a zero byte in the address', `0x\0${D.slice(3)},1.5`),
  row('a zero byte in the amount', `${D},1\0`),
  file('zeros', Buffer.alloc(5000)),
  file(
    'an odd byte at the end of UTF-16',
    Buffer.concat([Buffer.from(`\uFEFF${SOUND_CSV}`, 'utf16le'), Buffer.from('0')]),
  ),
  file(
    'UTF-32',
    Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from(SOUND_CSV, 'utf16le').swap16()]),
  ),
  row('bytes that are no UTF-8', Buffer.from([0xc3, 0x28, 0xff]).toString('latin1')),
  row('another width', `${D}`),
  row('one field more', `${D},1,5`),
  row('thousands without quotes', `${D},1,234,567`),
  address('a look-alike letter', D.replace('d', '\u0501')),
  address('a zero-width space', `${D.slice(0, 10)}\u200b${D.slice(10)}`),
  address('a mark from right to left', `\u202e${D}`),
  address('a digit too few', D.slice(0, -1)),
  address('a private key', `0x${'d4'.repeat(32)}`),
  address('a Solana address', 'So11111111111111111111111111111111111111112'),
  address('an exponent of a spreadsheet', '1.23457E+47'),
  address('no address', ''),
  row('a holder twice', `${A},1.5`),
  row('a holder twice, in another case', `${A.toUpperCase().replace('X', 'x')},1.5`),
  ...[
    '-5',
    '1e3',
    '0x10',
    '1.5%',
    '$5',
    '1.2M',
    '=1+1',
    '=cmd|"/c calc"!A0',
    '1.5.5',
    '.5',
    '#REF!',
    '½',
    '1_000',
    '1 5',
    'NaN',
    '9'.repeat(100),
    `0.${'1'.repeat(19)}`,
    `8${'9'.repeat(61)}`,
  ].map(amount),
  file('amounts above 2^256 together', `address,amountWei\n${A},${2n ** 255n}\n${B},${2n ** 255n}\n`),
  file('an amount above 2^256', `address,amountWei\n${A},${2n ** 256n}\n${B},1\n`),
  file('amounts of wei with fractions', `address,amountWei\n${A},1.5\n${B},1\n`),
  file('a column twice', `address,amountUA,amountUA\n${A},1,2\n${B},1,2\n`),
  file('both amounts', `address,amountUA,amountWei\n${A},1,2\n${B},1,2\n`),
  file('two addresses', `from,to,amount\n${A},${B},1.5\n${B},${C},2.5\n`),
  file('addresses without amounts', `address\n${A}\n${B}\n`),
  file('amounts without addresses', 'amount\n1\n2\n'),
  file('no header, and no amounts', `${A}\n${B}\n`),
  file('nothing', ''),
  file('blank lines', '\n\n \n\t\n'),
  file('a header alone', HEADER),
  starting('a PDF', '%PDF-1.7\n'),
  starting('an old workbook', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  starting('a database', 'SQLite format 3\0'),
  starting('another compression', [0x28, 0xb5, 0x2f, 0xfd]),
  file('a web page', `<!doctype html><html><table><tr><td>${A}</td><td>1.5</td></tr></table></html>`),
  file('XML', `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>`),
  ...numbered('random bytes', 6, (index) => randomBytes(index, 3000)),
  ...numbered('random text', 20, (index) => randomText(index)),
]
