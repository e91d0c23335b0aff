import { expect, test } from 'vitest'
import { readWhole } from '../harness/test-reading.ts'
import { type FileShape, holdersOf } from './file-shape.ts'
import { LATE_SHAPES } from './late-shapes.ts'
import { LIST_SHAPES } from './list-shapes.ts'

type Reading = Awaited<ReturnType<typeof readWhole>>

/** What is shown beside a list, and nothing that may make its amounts wrong. */
const INFORMATIVE = ['not_checked', 'wrong_checksum', 'nobodys_address', 'cannot_sign', 'one_row']

/** `wrong` and `stuck` are never to be: read amiss with no question, and asked about in a way that no answer makes right. */
async function wayOf(shape: FileShape): Promise<'right' | 'asked' | 'refused' | 'wrong' | 'stuck'> {
  const content = await shape.build(holdersOf(shape))
  const { decimals: coinDecimals = 18, answer: choices = {}, isLost = false } = shape
  const reading = await readWhole(content, { coinDecimals })
  if (reading.unknownColumns === null) {
    if (reading.problemCount > 0) return 'refused'
    if (reading.odd.every(({ kind }) => INFORMATIVE.includes(kind))) {
      return !isLost && isTrue(reading, shape) ? 'right' : 'wrong'
    }
  }
  if (isLost) return 'asked'
  return isTrue(await readWhole(content, { coinDecimals, choices }), shape) ? 'asked' : 'stuck'
}

function isTrue({ problemCount, rows }: Reading, shape: FileShape): boolean {
  const truth = holdersOf(shape).map(({ address, wei }) => `${address} ${wei}`)
  const read = rows.map(({ address, amountWei }) => `${address} ${amountWei}`)
  return problemCount === 0 && read.join() === truth.join()
}

test.each(LIST_SHAPES)('$way: $name', async (shape) => {
  expect(await wayOf(shape)).toBe(shape.way === 'supply' ? 'wrong' : shape.way)
})

test.each(LATE_SHAPES.filter(({ way }) => way === 'asked'))(
  'asked in whatever chunks it comes: $name',
  async (shape) => {
    const content = await shape.build(holdersOf(shape))
    for (const chunkBytes of [500, 5_000])
      expect((await readWhole(content, { chunkBytes })).unknownColumns?.why).toBeDefined()
  },
)

test('each shape has a name of its own', () => {
  const names = LIST_SHAPES.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
