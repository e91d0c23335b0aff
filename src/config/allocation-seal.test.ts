import { expect, test } from 'vitest'
import { createAllocationSeal } from './allocation-seal.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`
const seals = createAllocationSeal(new Uint8Array(32).fill(7))
const seal = seals.make('nonce', ADDRESS, '1500')

test('a seal of 128 bits fits its row and no other', () => {
  expect(Buffer.from(seal, 'base64url')).toHaveLength(16)
  expect(seals.fits('nonce', ADDRESS, '1500', seal)).toBe(true)
  expect(seals.fits('other', ADDRESS, '1500', seal)).toBe(false)
  expect(seals.fits('nonce', ADDRESS.replace('a', 'b'), '1500', seal)).toBe(false)
  expect(seals.fits('nonce', ADDRESS, '1501', seal)).toBe(false)
  expect(seals.fits('nonce', ADDRESS, Buffer.from('1500'), seal)).toBe(false)
  expect(seals.fits('nonce', ADDRESS, '1500', '')).toBe(false)
})

test('another key makes another seal', () => {
  expect(createAllocationSeal(new Uint8Array(32).fill(8)).make('nonce', ADDRESS, '1500')).not.toBe(seal)
})
