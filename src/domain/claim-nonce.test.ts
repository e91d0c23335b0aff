import { expect, test } from 'vitest'
import { isNonceFresh } from './claim-message.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NOW = 1_700_000_000_000

test.each([
  ['key', -10 * MINUTE, true],
  ['key', -10 * MINUTE - 1, false],
  ['key', MINUTE, true],
  ['key', MINUTE + 1, false],
  ['contract', -14 * DAY, true],
  ['contract', -14 * DAY - 1, false],
  ['contract', MINUTE + 1, false],
] as const)('signed by a %s, %i ms from now: %o', (signedBy, distanceMs, isFresh) => {
  expect(isNonceFresh(NOW + distanceMs, NOW, signedBy)).toBe(isFresh)
})

test('what is no number is never fresh', () => {
  expect(isNonceFresh(Number.NaN, NOW, 'key')).toBe(false)
})
