import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { parseDecimalUnits } from '#domain/amounts.ts'
import { KNOWN_EXPORTS } from '#lists/list-shape/known-columns.ts'
import { readDistribution } from '#lists/read-distribution.ts'
import { readWhole } from '../harness/test-reading.ts'
import { DECIMALS, DISTRIBUTION_SHAPES, type PaymentShape, payeesOf } from './distribution-shapes.ts'
import { type FileShape, holdersOf } from './file-shape.ts'
import { LATE_SHAPES, LIST_SHAPES } from './list-shapes.ts'
import { AFTER_ONE_CLICK } from './one-click.ts'

type Reading = Awaited<ReturnType<typeof readWhole>>

/** What is shown beside a list, and nothing that may make its amounts wrong. */
const INFORMATIVE = ['not_checked', 'wrong_checksum', 'nobodys_address', 'cannot_sign', 'one_row']

/** `wrong` and `stuck` are never to be: read amiss with no question, and asked about in a way that no answer makes right. */
async function wayOf(
  shape: FileShape,
  chunkBytes: number,
): Promise<'right' | 'asked' | 'refused' | 'wrong' | 'stuck'> {
  const content = await shape.build(holdersOf(shape))
  const { decimals: coinDecimals = 18, answer: choices = {}, isLost = false } = shape
  const reading = await readWhole(content, { coinDecimals, chunkBytes })
  if (reading.unknownColumns === null) {
    if (reading.problemCount > 0) return 'refused'
    if (reading.odd.every(({ kind }) => INFORMATIVE.includes(kind))) {
      return !isLost && isTrue(reading, shape) ? 'right' : 'wrong'
    }
  }
  if (isLost) return 'asked'
  return isTrue(await readWhole(content, { coinDecimals, chunkBytes, choices }), shape) ? 'asked' : 'stuck'
}

function isTrue({ problemCount, rows }: Reading, shape: FileShape): boolean {
  const truth = holdersOf(shape).map(({ address, wei }) => `${address} ${wei}`)
  const read = rows.map(({ address, amountWei }) => `${address} ${amountWei}`)
  return problemCount === 0 && read.join() === truth.join()
}

test.each(LIST_SHAPES)('$way: $name', async (shape) => {
  const way = shape.way === 'supply' ? 'wrong' : shape.way
  for (const chunkBytes of [64 * 1024, 13]) expect(await wayOf(shape, chunkBytes)).toBe(way)
})

test.each(LATE_SHAPES.filter(({ way }) => way === 'asked'))(
  'asked in whatever chunks it comes: $name',
  async (shape) => {
    const content = await shape.build(holdersOf(shape))
    for (const chunkBytes of [500, 5_000])
      expect((await readWhole(content, { chunkBytes })).unknownColumns?.why).toBeDefined()
  },
)

test('each export that is known by its columns is one of the shapes, so that its unit is seen to be right', async () => {
  const readings = await Promise.all(
    LIST_SHAPES.map(async (shape) =>
      readWhole(await shape.build(holdersOf(shape)), { coinDecimals: shape.decimals ?? 18 }),
    ),
  )
  const seen = new Set(readings.map(({ shape }) => shape?.source))
  expect(KNOWN_EXPORTS.map(({ source }) => source).filter((source) => !seen.has(source))).toEqual([])
})

test('each shape has a name of its own', () => {
  const names = LIST_SHAPES.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

describe('distribution shapes', () => {
  const MINT = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'

  /** `wrong` is never to be: read amiss with no doubt. What is shown with a doubt is for a person, who corrects the sheet where it is. */
  async function wayOf(shape: PaymentShape): Promise<PaymentShape['way'] | 'wrong'> {
    const payees = payeesOf(shape)
    const source = Readable.from([await shape.build(payees)])
    const { format = 'xlsx' } = shape
    const reading = await readDistribution(source, { mintAddress: MINT, mintDecimals: DECIMALS, format })
    const { problemCount, doubts, sheets, hidden, rows } = reading
    if (problemCount > 0) return 'refused'
    if (doubts.length + (sheets?.unread.length ?? 0) + hidden.rows.length > 0) return 'asked'
    const truth = payees.map(({ address, tokens }) => `${address} ${parseDecimalUnits(tokens, DECIMALS)}`)
    const read = rows.map(({ recipient, baseUnits }) => `${recipient} ${baseUnits}`)
    return read.join() === truth.join() ? 'right' : 'wrong'
  }

  test.each(DISTRIBUTION_SHAPES)('$way: $name', async (shape) => {
    expect(await wayOf(shape)).toBe(shape.way)
  })
})

test('the document counts the ways as they are here', () => {
  const document = readFileSync('docs/operations/list-formats.md', 'utf8')
  const count = (shapes: readonly { way: string }[], way: string) =>
    shapes.filter((shape) => shape.way === way).length
  const row = (words: string, way: string) =>
    `| ${words} | ${count(LIST_SHAPES, way)} | ${count(DISTRIBUTION_SHAPES, way)} |`
  const { right, words, choice, wrong } = AFTER_ONE_CLICK
  for (const line of [
    row('read right, with no question', 'right'),
    `${row('asked about', 'asked')} ${right} right, ${words} after typed words, ${choice} after a choice, ${wrong} wrong |`,
    row('refused in words', 'refused'),
    row('held against the supply', 'supply'),
    '| read wrong, with no question | 0 | 0 |',
  ])
    expect(document).toContain(line)
})
