import { expect, test } from 'vitest'
import { formatSol } from './values.tsx'

test.each([
  ['0', '0.000000'],
  ['0.00204', '0.002040'],
  ['1234.5', '1,234.500000'],
  ['0.000005', '0.000005'],
  ['0.000005001', '≈ 0.000006'],
  ['0.9999999', '≈ 1.000000'],
  ['2.039280000', '2.039280'],
])('%s SOL is written %s', (decimal, text) => {
  expect(formatSol(decimal)).toBe(text)
})

test('a balance is rounded down', () => {
  expect(formatSol('49.9999999', 'down')).toBe('≈ 49.999999')
  expect(formatSol('49.5', 'down')).toBe('49.500000')
})
