import { expect, test } from 'vitest'
import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import { JsonSyntaxError, type JsonToken, JsonTokens } from './json-tokens.ts'

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
