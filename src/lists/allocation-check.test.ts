import { expect, test } from 'vitest'
import type { EvmAddress } from '#domain/evm-address.ts'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { AddressIndex } from './allocation-check.ts'

test('knows each address that was added by its row, as a Map does', () => {
  const random = seededRandom(4)
  const index = new AddressIndex()
  const rows = new Map<EvmAddress, number>()
  for (let row = 1; row <= 20_000; row++) {
    // Few digits: some come again.
    const digits = random.between(0, 15_000).toString(16).padStart(8, '0')
    const address = `0x${digits.repeat(5)}` as EvmAddress
    expect(index.add(address, row)).toBe(rows.get(address))
    if (!rows.has(address)) rows.set(address, row)
  }
  expect(rows.size).toBeGreaterThan(10_000)
})

test('tells addresses apart by each of their digits', () => {
  const index = new AddressIndex()
  const digits = 'f0'.repeat(20)
  expect(index.add(`0x${digits}` as EvmAddress, 1)).toBeUndefined()
  for (let at = 0; at < digits.length; at++) {
    const other = `0x${digits.slice(0, at)}1${digits.slice(at + 1)}` as EvmAddress
    expect(index.add(other, at + 2)).toBeUndefined()
    expect(index.add(other, 99)).toBe(at + 2)
  }
})
