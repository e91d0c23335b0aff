import { expect, test } from 'vitest'
import { percentOf } from './OverviewTab.tsx'

test.each([
  [0, 0, '0%'],
  [0, 7, '0%'],
  [7, 7, '100%'],
  [1, 3, '33.3%'],
  [1, 1_000_000, '< 0.1%'],
  [999_999, 1_000_000, '> 99.9%'],
])('%i of %i is %s', (part, whole, text) => {
  expect(percentOf(part, whole)).toBe(text)
})
