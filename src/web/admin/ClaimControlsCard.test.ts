import { expect, test } from 'vitest'
import { fromLocalTime, toLocalTime } from './ClaimControlsCard.tsx'

test('a moment goes to the field and back, to the minute', () => {
  const seconds = Date.parse('2027-01-31T12:34:00Z') / 1000
  expect(fromLocalTime(toLocalTime(seconds))).toBe(seconds)
  expect(toLocalTime(seconds)).toMatch(/^2027-0[12]-\d\dT\d\d:\d\d$/)
})

test.each(['', '2027-01'.padEnd(9, '-'), 'soon'])('no moment: %j', (value) => {
  expect(fromLocalTime(value)).toBeNull()
})

test('no moment leaves the field empty', () => {
  expect(toLocalTime(null)).toBe('')
})
