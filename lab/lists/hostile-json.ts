import { HOLDER_A as A, HOLDER_B as B, HOLDER_C as C, type HostileFile, numbered } from './hostile-file.ts'

const ITEM = `{"address":"${A}","amountUA":"1.5"}`
const LIST = `[${ITEM},{"address":"${B}","amountUA":"2.5"},{"address":"${C}","amountUA":"3.5"}]`
const MAP = `{"claims":{"${A}":{"amount":"0x10"},"${B}":{"amount":"0x20"}}}`
const MEGABYTE = 1024 ** 2

const file = (name: string, text: string | (() => string)): HostileFile => ({
  name: `JSON: ${name}`,
  make: () => Buffer.from(typeof text === 'string' ? text : text()),
})
/** A sound item and one with an amount as it stands. */
const amount = (text: string): HostileFile =>
  file(`the amount ${text.slice(0, 30)}`, `[${ITEM},{"address":"${B}","amountUA":${text}}]`)
const address = (name: string, text: string): HostileFile =>
  file(`an address with ${name}`, `[${ITEM},{"address":"${text}","amountUA":"1.5"}]`)

/** JSON that is broken, deep, ambiguous or no list. */
export const HOSTILE_JSON: readonly HostileFile[] = [
  file('arrays in arrays', () => '['.repeat(200_000)),
  file('objects in objects', () => '{"a":'.repeat(200_000)),
  file(
    'depth within an item',
    () => `[${ITEM},{"address":"${B}","amountUA":"1.5","x":${'['.repeat(1000)}${']'.repeat(1000)}}]`,
  ),
  file('a key twice', `[${ITEM},{"address":"${B}","amountUA":"1","amountUA":"2"}]`),
  file('an address twice in one item', `[${ITEM},{"address":"${B}","address":"${C}","amountUA":"1"}]`),
  file('an address twice in a map', `{"${A}":"1.5","${A}":"2.5"}`),
  file('two lists', `{"holders":${LIST},"owners":${LIST}}`),
  file('__proto__ as the list', `{"__proto__":{"isAdmin":true}}`),
  file('__proto__ in an item', `[${ITEM},{"__proto__":{"address":"${B}","amountUA":"1"}}]`),
  file('__proto__ as a holder', `{"${A}":"1.5","__proto__":"1.5"}`),
  ...[
    '1e400',
    '-5',
    '1.5e3',
    '123456789012345678901234567890',
    '9007199254740993',
    '"NaN"',
    '"0x10"',
    '"１２"',
    '"1 000 000.5"',
    '""',
    'null',
    '{}',
    '"1.5\\u0000"',
    `"${'9'.repeat(100)}"`,
  ].map(amount),
  ...['NaN', 'Infinity', '0x10', '01', '.5', '5.', '+5', '1_000', "'1'", 'undefined', '1,5'].map(amount),
  address('a lone surrogate', `0x${'a1'.repeat(19)}\\ud800`),
  address('a zero-width space', `${B}\\u200b`),
  address('a look-alike letter', B.replace('b', '\u0432')),
  address('a digit too few', B.slice(0, -1)),
  address('a zero for the x', `00${B.slice(2)}`),
  file('a byte order mark in the middle', `[${ITEM},\uFEFF${ITEM}]`),
  file('a comment', `[${ITEM} /* and */]`),
  file('a comma at the end', `[${ITEM},]`),
  file('no comma', `[${ITEM} ${ITEM}]`),
  file('two arrays', `${LIST}${LIST}`),
  file('an array and an object', `${LIST}\n${MAP}`),
  ...['null', '12', '{}', '[]', '[null]', '{"holders":[]}', '{"error":"rate limit","status":429}'].map(
    (text) => file(text, text),
  ),
  file(
    'a text of a megabyte',
    () => `[${ITEM},{"address":"${B}","amountUA":"1.5","note":"${'x'.repeat(MEGABYTE)}"}]`,
  ),
  file('a key of a megabyte', () => `[${ITEM},{"${'x'.repeat(MEGABYTE)}":1}]`),
  file('a number of a megabyte', () => `[${ITEM},{"address":"${B}","amountUA":${'9'.repeat(MEGABYTE)}}]`),
  file('a gap of 20 megabytes', () => `[${ITEM},${' '.repeat(20 * MEGABYTE)}`),
  file(
    'an item of 100,000 members',
    () => `[{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":"1"`).join()}}]`,
  ),
  file('100,000 empty items', () => `[${Array.from({ length: 100_000 }, () => '{}').join()}]`),
  file('a control character in a text', `[${ITEM},{"address":"${B}","amountUA":"1\u0001"}]`),
  {
    name: 'JSON: bytes that are no UTF-8',
    make: () =>
      Buffer.concat([
        Buffer.from(`[${ITEM},{"address":"`),
        Buffer.from([0xff, 0xfe, 0xc0]),
        Buffer.from(`","amountUA":"1"}]`),
      ]),
  },
  ...numbered('JSON, cut off', 20, (index) =>
    Buffer.from(LIST.slice(0, 1 + Math.floor(((LIST.length - 2) * index) / 19))),
  ),
  ...numbered('JSON map, cut off', 10, (index) =>
    Buffer.from(MAP.slice(0, 1 + Math.floor(((MAP.length - 2) * index) / 9))),
  ),
]
