import { expect, test } from 'vitest'
import { formatDuration, formatUtc } from './format-time.ts'

test('a moment is written in UTC', () => {
  expect(formatUtc(1_767_225_599)).toBe('2025-12-31 23:59:59 UTC')
})

test.each([
  [0, '0s'],
  [59, '59s'],
  [60, '1m 0s'],
  [3725, '1h 2m 5s'],
  [90_000, '25h 0m 0s'],
])('%i seconds are written %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
