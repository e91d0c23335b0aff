import { expect, test } from 'vitest'
import { rentExemptLamports } from './rent.ts'

/** Makes the data of the Rent sysvar: the rate, the threshold in years, and the share that was burnt. */
function sysvar(lamportsPerByte: bigint, threshold: number): Uint8Array {
  const data = Buffer.alloc(17)
  data.writeBigUInt64LE(lamportsPerByte)
  data.writeDoubleLE(threshold, 8)
  return data
}

test.each([
  ['mainnet until SIMD-0194', 3_480n, 2, 165, 2_039_280n],
  ['the same since', 6_960n, 1, 165, 2_039_280n],
  ['a wallet, which has no bytes', 6_960n, 1, 0, 890_880n],
  ['the first step of SIMD-0437', 5_080n, 1, 165, 1_488_440n],
])('rent of %s', (_, rate, threshold, bytes, lamports) => {
  expect(rentExemptLamports(sysvar(rate, threshold), bytes)).toBe(lamports)
})

test('what is no Rent sysvar has no rent', () => {
  expect(() => rentExemptLamports(new Uint8Array(8), 0)).toThrow()
  expect(() => rentExemptLamports(sysvar(6_960n, Number.NaN), 0)).toThrow()
})
