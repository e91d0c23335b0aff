import { describe, expect, test } from 'vitest'
import {
  type AmountUA,
  assertBaseUnits,
  formatDecimalUnits,
  MAX_BASE_UNITS,
  missingAmount,
  parseAmountUA,
  parseAmountUAAsWei,
  parseDecimalUnits,
  parseWei,
  payableAmount,
  sumAmounts,
  toBaseUnits,
} from './amounts.ts'

describe('decimal amounts', () => {
  test.each([
    ['400', 18, 400_000_000_000_000_000_000n, '400'],
    ['5988.626491', 18, 5_988_626_491_000_000_000_000n, '5988.626491'],
    ['0', 18, 0n, '0'],
    ['0.000000000000000001', 18, 1n, '0.000000000000000001'],
    ['1.500', 2, 150n, '1.5'],
    ['007', 0, 7n, '7'],
  ])('%s with %i decimals', (text, decimals, units, canonical) => {
    expect(parseDecimalUnits(text, decimals)).toBe(units)
    expect(formatDecimalUnits(units, decimals)).toBe(canonical)
  })

  test.each(['', '-1', '+1', '1e3', '1.2E+21', '1,000', '.5', '5.', '0x10', ' 1', 'NaN', '1.001'])(
    'refuses %j with two decimals',
    (text) => {
      expect(() => parseDecimalUnits(text, 2)).toThrow(/not a plain decimal|more than the 2/)
    },
  )

  test.each(['', '01', '1.0', '-1', '1e3', `1${'0'.repeat(78)}`, (2n ** 256n).toString()])(
    'refuses %j as wei',
    (text) => {
      expect(() => parseWei(text)).toThrow()
    },
  )
})

describe('base units', () => {
  test.each([
    ['5988.626491', 9, 5_988_626_491_000n, '0'],
    ['1.123456789987654321', 9, 1_123_456_789n, '0.000000000987654321'],
    ['0.9', 0, 0n, '0.9'],
    ['18446744073.709551615', 9, 18_446_744_073_709_551_615n, '0'],
  ])('%s at %i decimals floors and keeps the dust', (amount, decimals, baseUnits, dustUA) => {
    expect(toBaseUnits(amount as AmountUA, decimals)).toEqual({ baseUnits, dustUA })
  })

  test('refuses what a token account can not hold', () => {
    expect(() => toBaseUnits('18446744073.709551616' as AmountUA, 9)).toThrow(/u64/)
  })
})

describe('bounds', () => {
  test('base units are a u64', () => {
    expect(assertBaseUnits(MAX_BASE_UNITS)).toBe(2n ** 64n - 1n)
    expect(() => assertBaseUnits(2n ** 64n)).toThrow(/u64/)
    expect(() => assertBaseUnits(-1n)).toThrow(/u64/)
  })

  test('whole tokens as wei are a uint256', () => {
    const most = formatDecimalUnits(2n ** 256n - 1n, 18)
    expect(parseAmountUAAsWei(most, 18)).toBe(2n ** 256n - 1n)
    expect(() => parseAmountUAAsWei(formatDecimalUnits(2n ** 256n, 18), 18)).toThrow(/uint256/)
  })
})

test('sums are exact', () => {
  expect(sumAmounts(['0.1', '0.2', '1000000000000000000000.000000000000000001'].map(parseAmountUA))).toBe(
    '1000000000000000000000.300000000000000001',
  )
})

test.each([
  ['30000', '12000', '18000'],
  ['0.3', '0.1', '0.2'],
  ['1', '1000000000000000000000', '0'],
])('of %s with %s, %s are missing', (needed, available, missing) => {
  expect(missingAmount(needed, available)).toBe(missing)
})

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
