import { expect, test } from 'vitest'
import { describeWait } from './describe-wait.ts'

test.each([
  [1, 'about 10 seconds'],
  [25, 'about 10 seconds'],
  [26, 'about 20 seconds'],
  [112, 'about 50 seconds'],
  [113, 'about a minute'],
  [182, 'about a minute'],
  [300, 'about 2 minutes'],
])('%i blocks: %s', (blocks, words) => {
  expect(describeWait(blocks)).toBe(words)
})
