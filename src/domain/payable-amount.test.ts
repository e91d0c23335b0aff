import { expect, test } from 'vitest'
import { type AmountUA, formatDecimalUnits, toBaseUnits } from './amounts.ts'
import { payableAmount } from './payable-amount.ts'

test.each([
  ['1234567.123456789012345678', 9, '1234567.123456789'],
  ['0.000000000000000001', 9, '0'],
  ['0.1000000005', 9, '0.1'],
  ['5.999999999999', 0, '5'],
  ['400', 6, '400'],
  ['1.5', 18, '1.5'],
])('of %s with %i decimals, %s arrives: as much as is paid', (amount, decimals, arrives) => {
  expect(payableAmount(amount, decimals)).toBe(arrives)
  expect(formatDecimalUnits(toBaseUnits(amount as AmountUA, decimals).baseUnits, decimals)).toBe(arrives)
})
