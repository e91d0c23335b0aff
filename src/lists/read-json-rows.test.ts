import { describe, expect, test } from 'vitest'
import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import { A, B, ITEMS, JSON_TEXT, readWhole } from '../../test/harness/test-reading.ts'
import { JsonSyntaxError, type JsonToken, JsonTokens } from './json-tokens.ts'
import type { FileLimits } from './read-file.ts'

const C = `0x${'c3'.repeat(20)}`
const CHUNK_BYTES = [64 * 1024, 100, 1]

const items: [string, string, RegExp][] = [
  [
    'a number of more digits than are kept',
    `{"address":"${B}","amountUA":1234567890.123456789}`,
    /has more than 15 digits/,
  ],
  ['null', `{"address":"${B}","amountUA":null}`, /^amountUA must be text in quotes$/],
  ['a nested amount', `{"address":"${B}","amountUA":{"amountWei":"1"}}`, /^amountUA must be text in quotes$/],
  ['an address that is no text', `{"address":["${B}"],"amountUA":"1"}`, /^address must be text in quotes$/],
  ['no address', `{"amountUA":"1"}`, /^the address is missing$/],
  ['no amount', `{"address":"${B}"}`, /^the amount is missing: give amountWei or amountUA$/],
  [
    'both amounts',
    `{"address":"${B}","amountUA":"1","amountWei":"1"}`,
    /^both amountWei and amountUA are given/,
  ],
  ['a key twice', `{"address":"${B}","amountWei":"1","amountWei":"2"}`, /^amountWei is given twice$/],
  ['text for an item', '"x"', /^the item must be an object with address, and amountWei or amountUA$/],
  ['an array for an item', `["address","${B}",{"amountWei":"1"}]`, /^the address is missing$/],
  ['a bad amount', `{"address":"${B}","amountWei":" 1"}`, /^" 1" is not a whole number of wei$/],
  ['a bad address', `{"address":" ${B}","amountWei":"1"}`, /is not an EVM address/],
]
test.each(items)('%s', async (_, item, problem) => {
  for (const chunkBytes of CHUNK_BYTES) {
    const content = `[{"address":"${A}","amountWei":"1"},${item},{"address":"${C}","amountWei":"1"}]`
    const { problems, rowCount } = await readWhole(content, { chunkBytes })
    expect(problems).toEqual([{ where: 'item 2', problem: expect.stringMatching(problem) }])
    expect(rowCount).toBe(2)
  }
})

const WRONG_FORM = /^the JSON must be an array of objects: /
const BROKEN = /^the JSON is broken here \(.+\); nothing after it was read$/
test.each([
  ['an object of something else', '{"name":"x"}', 'file', WRONG_FORM],
  ['a comma too many', `[${JSON.stringify(ITEMS[0])},{"address":"${B}",}]`, 'item 2', BROKEN],
  ['a comma too few', `[${JSON.stringify(ITEMS[0])} ${JSON.stringify(ITEMS[1])}]`, 'item 2', BROKEN],
  ['a quote too few', `[${JSON.stringify(ITEMS[0])},{"address":"${B}}]`, 'item 2', BROKEN],
  ['a cut within an item', JSON_TEXT.slice(0, -10), 'item 2', BROKEN],
  ['a cut before the end', JSON_TEXT.slice(0, -1), 'item 3', BROKEN],
  ['more after the end', `${JSON_TEXT}\n${JSON_TEXT}`, 'file', /^something stands after the end/],
])('%s', async (_, content, where, problem) => {
  for (const chunkBytes of CHUNK_BYTES) {
    const { problems } = await readWhole(content, { chunkBytes })
    expect(problems).toEqual([{ where, problem: expect.stringMatching(problem) }])
  }
})

test('problems before the place where reading stops are kept', async () => {
  const { problems } = await readWhole(`[{"address":"x","amountWei":"1"},{"address":"${A}",!}]`)
  expect(problems.map(({ where }) => where)).toEqual(['item 1', 'item 2'])
})

describe('limits', () => {
  const LONG = 'x'.repeat(5000)
  const TOO_LONG =
    /^a key or a value is longer than 4,096 characters, which is the limit; nothing after it was read$/
  const cases: [string, string, Partial<FileLimits>, string, RegExp][] = [
    ['bytes', JSON_TEXT, { maxContentBytes: 100 }, 'file', /^the file holds more than 100 bytes/],
    ['items', JSON_TEXT, { maxRows: 1 }, 'file', /^the file has more than 1 rows/],
    ['a text', `[${JSON.stringify(ITEMS[0])},{"note":"${LONG}"}]`, {}, 'item 2', TOO_LONG],
    ['a key', `[${JSON.stringify(ITEMS[0])},{"${LONG}":"1"}]`, {}, 'item 2', TOO_LONG],
    ['a number', `[${JSON.stringify(ITEMS[0])},{"note":${'1'.repeat(5000)}}]`, {}, 'item 2', TOO_LONG],
    [
      'a text without end',
      `[${JSON.stringify(ITEMS[0])},{"note":"${LONG.repeat(20)}`,
      {},
      'item 2',
      TOO_LONG,
    ],
    ['a gap', `[${JSON.stringify(ITEMS[0])},${' '.repeat(100_000)}{}]`, {}, 'item 2', TOO_LONG],
    [
      'nesting',
      `[${JSON.stringify(ITEMS[0])},{"note":${'['.repeat(50)}`,
      {},
      'item 2',
      /^the JSON is nested more than 16 levels deep, which is the limit$/,
    ],
  ]
  test.each(cases)('%s', async (_, content, limits, where, problem) => {
    for (const chunkBytes of [64 * 1024, 100]) {
      const { problems } = await readWhole(content, { limits, chunkBytes })
      expect(problems).toEqual([{ where, problem: expect.stringMatching(problem) }])
    }
  })

  test('what just fits passes', async () => {
    const note = 'x'.repeat(4096)
    const content = JSON.stringify(ITEMS.map((item) => ({ ...item, note })))
    const limits = { maxContentBytes: content.length, maxRows: 2 }
    expect((await readWhole(content, { limits })).problems).toEqual([])
  })
})

const PIECES = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\n',
  '\\u0041',
  'true',
  'null',
  '0',
  '-',
  '1.5',
  'e3',
  ' ',
  '\n',
  'é',
  '\t',
  'x',
]

/** Rebuilds the value of a text from its tokens. Throws JsonSyntaxError. */
function parse(text: string, pieceLength: number): unknown {
  const values: unknown[] = []
  const open: { container: unknown[] | Record<string, unknown>; key: string }[] = []
  const put = (value: unknown) => {
    const parent = open.at(-1)
    if (!parent) values.push(value)
    else if (Array.isArray(parent.container)) parent.container.push(value)
    else parent.container[parent.key] = value
  }
  const tokens = new JsonTokens((token: JsonToken) => {
    if (token.name === 'startArray' || token.name === 'startObject') {
      open.push({ container: token.name === 'startArray' ? [] : {}, key: '' })
    } else if (token.name === 'endArray' || token.name === 'endObject') put(open.pop()?.container)
    else if (token.name === 'keyValue') Object.assign(open.at(-1) ?? {}, { key: token.value })
    else if (token.name === 'stringValue') put(token.value)
    else if (token.name === 'numberValue') put(Number(token.value))
    else put(JSON.parse(token.name.replace('Value', '')))
  })
  for (let at = 0; at < text.length; at += pieceLength) tokens.write(text.slice(at, at + pieceLength))
  tokens.end()
  if (values.length !== 1) throw new JsonSyntaxError(`${values.length} values`)
  return values[0]
}

function outcomeOf(read: () => unknown): unknown {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonSyntaxError) return 'refused'
    throw error
  }
}

function randomValue(random: SeededRandom, depth = 0): unknown {
  const kind = random.between(0, depth > 3 ? 3 : 5)
  if (kind === 0) return random.between(-1e9, 1e9) / random.pick([1, 1000])
  if (kind === 1) return random.pick([true, false, null, 1e-7, 1.5e300, -0.25])
  if (kind < 4) return random.pick(['', 'a"b', '\\', 'é€😀', '\u0001', 'x'.repeat(30), '\\"', 'a\nb'])
  const children = Array.from({ length: random.between(0, 4) }, () => randomValue(random, depth + 1))
  return kind === 4 ? children : Object.fromEntries(children.map((child, index) => [`k${index}"`, child]))
}

test('takes what JSON.parse takes, to the same value, in pieces of any size', () => {
  const random = seededRandom(8)
  for (let round = 0; round < 800; round++) {
    const value = randomValue(random)
    const text = JSON.stringify(value, null, random.pick([0, 1, 4]))
    expect(parse(text, random.pick([1, 2, 7, 10_000])), text).toEqual(value)
  }
})

test('refuses what JSON.parse refuses', () => {
  const random = seededRandom(9)
  for (let round = 0; round < 4_000; round++) {
    const valid = JSON.stringify(randomValue(random))
    const at = random.between(0, valid.length)
    const cut = random.between(0, 2)
    const text = `${valid.slice(0, at)}${random.pick(PIECES)}${valid.slice(at + cut)}`
    const given = outcomeOf(() => parse(text, random.pick([1, 3, 10_000])))
    expect(given, text).toEqual(outcomeOf(() => JSON.parse(text)))
  }
})
