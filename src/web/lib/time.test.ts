import { expect, test } from 'vitest'
import { formatDuration, formatUtc } from './time.ts'

test.each([
  ['en-GB', '31 Dec 2025, 23:59:59 UTC'],
  ['de-DE', '31.12.2025, 23:59:59 UTC'],
  ['vi', '23:59:59 UTC 31 thg 12, 2025'],
])('a moment in UTC as %s writes it', (locale, text) => {
  expect(formatUtc(1_767_225_599, locale)).toBe(text)
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
