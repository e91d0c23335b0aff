import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { SealBrokenError } from '#domain/seal-broken-error.ts'
import { createSecretBox } from './secret-box.ts'

const key = randomBytes(32)
const box = createSecretBox(key, 'sending-key')
const ABOUT = 'wallet and token'
const secret = Buffer.from('sixty-four bytes of a sending key')

test('opens what it sealed, and never seals the same twice', () => {
  const sealed = box.seal(secret, ABOUT)
  expect(box.open(sealed, ABOUT)).toEqual(secret)
  expect(box.seal(secret, ABOUT)).not.toEqual(sealed)
  expect(sealed.includes(secret)).toBe(false)
})

test('every bit counts', () => {
  const sealed = box.seal(secret, ABOUT)
  for (let at = 0; at < sealed.length; at++) {
    const altered = Buffer.from(sealed)
    altered[at] = (altered[at] ?? 0) ^ 1
    expect(() => box.open(altered, ABOUT)).toThrow(SealBrokenError)
  }
})

test.each([
  ['another key', createSecretBox(randomBytes(32), 'sending-key')],
  ['another purpose', createSecretBox(key, 'something-else')],
])('does not open under %s', (_, other) => {
  expect(() => other.open(box.seal(secret, ABOUT), ABOUT)).toThrow(SealBrokenError)
})

test('does not open as the secret of something else', () => {
  expect(() => box.open(box.seal(secret, ABOUT), 'wallet and another token')).toThrow(SealBrokenError)
})

test.each([0, 1, 12, 28])('does not open %i bytes', (length) => {
  expect(() => box.open(box.seal(secret, ABOUT).subarray(0, length), ABOUT)).toThrow(SealBrokenError)
})
