import { expect, test } from 'vitest'
import { amountGroups } from './amount-groups.ts'

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
