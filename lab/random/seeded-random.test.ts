import { expect, test } from 'vitest'
import { randomStream } from './seeded-random.ts'

function take(count: number, ...labels: (string | number)[]): number[] {
  const next = randomStream(...labels)
  return Array.from({ length: count }, () => next())
}

test('equal labels give equal streams, others give others', () => {
  expect(take(20, 7, 'a')).toEqual(take(20, 7, 'a'))
  const firsts = [take(1, 7, 'a'), take(1, 8, 'a'), take(1, 7, 'b'), take(1, '7', 'a'), take(1, 7, 'a', 0)]
  expect(new Set(firsts.flat()).size).toBe(5)
})

test('numbers are spread evenly from 0 up to 1', () => {
  const tenths = new Array<number>(10).fill(0)
  for (const number of take(20_000, 'spread')) {
    const tenth = Math.floor(number * 10)
    tenths[tenth] = (tenths[tenth] ?? 0) + 1
  }
  expect(tenths.length).toBe(10)
  for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(200)
})
