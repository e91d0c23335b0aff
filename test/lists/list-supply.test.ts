import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { assertSound, questionList } from '#app/allocations/question-list.ts'
import { withStagedList } from '#app/allocations/stage-list.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import { startPortal } from '../harness/start-portal.ts'
import { type FileShape, holdersOf } from './file-shape.ts'
import { LIST_SHAPES } from './list-shapes.ts'

/** What the portal says of a list: that it is refused, or what it asks and which words have to be typed. */
async function verdictOn(shape: FileShape, settings: Record<string, unknown>) {
  const portal = await startPortal({ settings: { coinDecimals: shape.decimals ?? 18, ...settings } })
  const bytes = Readable.from([Buffer.from(await shape.build(holdersOf(shape)))])
  const verdict = await withStagedList(portal.app, { fileName: 'holders.csv', bytes }, {}, async (list) => {
    try {
      assertSound(portal.app, list)
    } catch (error) {
      if (error instanceof PortalError) return { refused: error.details?.[0]?.problem ?? '' }
      throw error
    }
    const { preview, confirm, isHarmless } = await questionList(portal.app, list, undefined)
    return { asked: preview.odd.map(({ kind }) => kind), confirm, isHarmless }
  })
  await portal.close()
  return verdict
}

const supplyOf = (shape: FileShape) => {
  const decimals = shape.decimals ?? 18
  return formatDecimalUnits(
    holdersOf(shape).reduce((sum, { wei }) => sum + BigInt(wei), 0n),
    decimals,
  )
}

const SHAPES = LIST_SHAPES.filter(({ way }) => way === 'supply')

test('a list that nobody can tell to be wrong is held against the supply, too much and too little', async () => {
  const ends = { tooMuch: 0, tooLittle: 0 }
  for (const shape of SHAPES) {
    const verdict = await verdictOn(shape, { expectedSupply: supplyOf(shape) })
    if ('refused' in verdict) {
      expect(verdict.refused, shape.name).toMatch(/more than the expected supply of/)
      ends.tooMuch += 1
    } else {
      expect(verdict.asked, shape.name).toEqual(['outside_supply'])
      ends.tooLittle += 1
    }
  }
  expect(ends).toEqual({ tooMuch: SHAPES.length - 2, tooLittle: 2 })
})

test('where no supply is known, the total of the first list is typed', async () => {
  const shape = SHAPES.find(({ name }) => name.startsWith('base units under amountUA, 6'))
  expect(shape && (await verdictOn(shape, {}))).toEqual({
    asked: [],
    confirm: 'publish 1289691439200',
    isHarmless: false,
  })
})
