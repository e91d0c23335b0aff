import { expect, test } from 'vitest'
import { amountGroups, formatDecimal } from './Amount.tsx'

test.each([
  ['1,234,567.123456789012345678', 18, ['1,', '234,', '567'], ['.123', '456', '789', '012', '345', '678']],
  ['1.234,5', 1, ['1.', '234'], [',5']],
  ['0.000000001', 9, ['0'], ['.000', '000', '001']],
  ['12,34,567.25', 2, ['12,', '34,', '567'], ['.25']],
  ['1\u202f234,1234', 4, ['1\u202f', '234'], [',123', '4']],
  ['400', 0, ['400'], []],
])('%s breaks only between groups', (written, length, whole, fraction) => {
  expect(amountGroups(written, length)).toEqual({ whole, fraction })
  expect([...whole, ...fraction].join('')).toBe(written)
})

test.each([
  ['en', '', '0'],
  ['en', '0', '0'],
  ['en', '999', '999'],
  ['en', '1000', '1,000'],
  ['en', '1234567.1234567', '1,234,567.1234567'],
  ['en', '0.000000000000000001', '0.000000000000000001'],
  ['en', '5988626491000000000000', '5,988,626,491,000,000,000,000'],
  ['en-IN', '1234567.5', '12,34,567.5'],
  ['de', '5988.626491', '5.988,626491'],
])('%s writes %s as %s', (locale, decimal, text) => {
  expect(formatDecimal(decimal, locale)).toBe(text)
})
