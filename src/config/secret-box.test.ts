import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { SealBrokenError } from '#domain/seal-broken-error.ts'
import { createSecretBox } from './secret-box.ts'

const key = randomBytes(32)
const box = createSecretBox(key)
const PLACE = { table: 'sender', row: 'bulk', column: 'sealed_key', terms: 'wallet and token' }
const secret = Buffer.from('sixty-four bytes of a sending key')

test('opens what it sealed, and never seals the same twice', () => {
  const sealed = box.seal(secret, PLACE)
  expect(box.open(sealed, PLACE)).toEqual(secret)
  expect(box.seal(secret, PLACE)).not.toEqual(sealed)
  expect(sealed.includes(secret)).toBe(false)
})

test('every bit counts', () => {
  const sealed = box.seal(secret, PLACE)
  for (let at = 0; at < sealed.length; at++) {
    const altered = Buffer.from(sealed)
    altered[at] = (altered[at] ?? 0) ^ 1
    expect(() => box.open(altered, PLACE)).toThrow(SealBrokenError)
  }
})

test('does not open under another key', () => {
  const other = createSecretBox(randomBytes(32))
  expect(() => other.open(box.seal(secret, PLACE), PLACE)).toThrow(SealBrokenError)
})

test.each([
  ['table', { ...PLACE, table: 'run' }],
  ['row', { ...PLACE, row: 'standalone' }],
  ['column', { ...PLACE, column: 'sealed_node_urls' }],
  ['terms', { ...PLACE, terms: 'wallet and another token' }],
])('does not open in another place: %s', (_, other) => {
  expect(() => box.open(box.seal(secret, PLACE), other)).toThrow(SealBrokenError)
})

test.each([0, 1, 12, 28])('does not open %i bytes', (length) => {
  expect(() => box.open(box.seal(secret, PLACE).subarray(0, length), PLACE)).toThrow(SealBrokenError)
})
