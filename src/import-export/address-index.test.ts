import { expect, test } from 'vitest'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { AddressDigits } from './address-digits.ts'
import { AddressIndex } from './address-index.ts'

function wordsOf(address: string): Uint32Array {
  const digits = new AddressDigits()
  expect(digits.read(address)).toBe(address)
  return digits.words
}

test('knows each address that was added by its row, as a Map does', () => {
  const random = seededRandom(4)
  const index = new AddressIndex()
  const rows = new Map<string, number>()
  for (let row = 1; row <= 20_000; row++) {
    // Few digits: some come again.
    const digits = random.between(0, 15_000).toString(16).padStart(8, '0')
    const address = `0x${digits.repeat(5)}`
    expect(index.add(wordsOf(address), row)).toBe(rows.get(address))
    if (!rows.has(address)) rows.set(address, row)
  }
  expect(rows.size).toBeGreaterThan(10_000)
})

test('tells addresses apart by each of their digits', () => {
  const index = new AddressIndex()
  const digits = 'f0'.repeat(20)
  expect(index.add(wordsOf(`0x${digits}`), 1)).toBeUndefined()
  for (let at = 0; at < digits.length; at++) {
    const other = wordsOf(`0x${digits.slice(0, at)}1${digits.slice(at + 1)}`)
    expect(index.add(other, at + 2)).toBeUndefined()
    expect(index.add(other, 99)).toBe(at + 2)
  }
})
