import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'
import { LIST_SHAPES } from './list-shapes.ts'
import { AFTER_ONE_CLICK, type AfterOneClick, clickOnce, publishTruth } from './one-click.ts'

const ASKED = LIST_SHAPES.filter(({ way }) => way === 'asked')
const decimalsOf = ({ decimals = 18 }: { decimals?: number }) => decimals

const portals = new Map<string, TestPortal>()
beforeAll(async () => {
  for (const coinDecimals of new Set(ASKED.map(decimalsOf)))
    for (const place of ['first', 'later'])
      portals.set(`${place} ${coinDecimals}`, await startPortal({ settings: { coinDecimals } }))
})
afterAll(async () => {
  for (const portal of portals.values()) await portal.close()
})

const appFor = (place: 'first' | 'later', shape: (typeof ASKED)[number]) => {
  const portal = portals.get(`${place} ${decimalsOf(shape)}`)
  if (!portal) throw new Error('no portal')
  return portal.app
}

const ends: Record<AfterOneClick, number> = { right: 0, wrong: 0, words: 0, choice: 0 }

test.each(ASKED)('nothing wrong is in force after one click: $name', async (shape) => {
  const first = await clickOnce(appFor('first', shape), shape)
  // A first list takes its total as words.
  expect(['words', 'choice']).toContain(first)
  const later = appFor('later', shape)
  await publishTruth(later, shape)
  const end = await clickOnce(later, shape)
  if (end !== null) ends[end] += 1
  expect(end).not.toBeNull()
  expect(end).not.toBe('wrong')
})

test('as many end so as the document says', () => {
  expect(ends).toEqual(AFTER_ONE_CLICK)
})
