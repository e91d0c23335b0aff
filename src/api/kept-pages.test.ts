import { expect, test } from 'vitest'
import { KeptPages } from './kept-pages.ts'

function keptPages() {
  const clock = { nowMs: 0 }
  const pages = new KeptPages<object, string>(() => clock.nowMs)
  let made = 0
  const make = async () => `page ${++made}`
  return { clock, get: (data: object, key: string) => pages.get(data, key, make), pages }
}

const data = {}

test('a page is made once for its key and data, also while it is being made', async () => {
  const { get } = keptPages()
  expect(await Promise.all([get(data, 'a'), get(data, 'a'), get(data, 'b')])).toEqual([
    'page 1',
    'page 1',
    'page 2',
  ])
  expect(await get(data, 'a')).toBe('page 1')
})

test('is made anew of other data, and after a second', async () => {
  const { clock, get } = keptPages()
  await get(data, 'a')
  expect(await get({}, 'a')).toBe('page 2')
  expect(await get(data, 'a')).toBe('page 3')
  clock.nowMs = 1_000
  expect(await get(data, 'a')).toBe('page 4')
})

test('no more are kept than two hundred', async () => {
  const { get } = keptPages()
  for (let n = 0; n < 201; n += 1) await get(data, `made up ${n}`)
  expect(await get(data, 'made up 0')).toBe('page 202')
  expect(await get(data, 'made up 200')).toBe('page 201')
})

test('one that fails is not kept', async () => {
  const { get, pages } = keptPages()
  await expect(pages.get(data, 'a', () => Promise.reject(new Error('not drawn')))).rejects.toThrow(
    'not drawn',
  )
  expect(await get(data, 'a')).toBe('page 1')
})
