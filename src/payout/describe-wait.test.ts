import { expect, test } from 'vitest'
import { describeWait } from './records/restart-barrier.ts'

test.each([
  [1, 400, 'about 10 seconds'],
  [25, 400, 'about 10 seconds'],
  [26, 400, 'about 20 seconds'],
  [112, 400, 'about 50 seconds'],
  [113, 400, 'about a minute'],
  [182, 400, 'about a minute'],
  [300, 400, 'about 2 minutes'],
  [50, 200, 'about 10 seconds'],
  [147, 200, 'about 30 seconds'],
  [300, 200, 'about a minute'],
])('%i blocks of %i ms: %s', (blocks, slotMs, words) => {
  expect(describeWait(blocks * slotMs)).toBe(words)
})
