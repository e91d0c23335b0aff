import { expect, test } from 'vitest'
import { formatDecimal } from './format-decimal.ts'

test.each([
  ['en', '', '0'],
  ['en', '999', '999'],
  ['en', '1234567.1234567', '1,234,567.1234567'],
  ['en', '0.000000000000000001', '0.000000000000000001'],
  ['en', '5988626491000000000000', '5,988,626,491,000,000,000,000'],
  ['en-IN', '1234567.5', '12,34,567.5'],
  ['de', '5988.626491', '5.988,626491'],
])('%s writes %s as %s', (locale, decimal, text) => {
  expect(formatDecimal(decimal, locale)).toBe(text)
})
