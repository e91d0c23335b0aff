import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SealedRecord } from '#domain/sealed-record.ts'
import { SealBrokenError } from '#domain/secret-box.ts'
import { createAllocationSeal, createRecordSeal, createSecretBox } from './seals.ts'

const key = randomBytes(32)
const seals = createRecordSeal(key)

const recordOf = (fields: Record<string, string>, kind: SealedRecord['kind'] = 'claim'): SealedRecord => ({
  kind,
  fields: Object.entries(fields),
})
const record = recordOf({ id: 'A', recipient: 'B', amount: '1' })
const seal = seals.make(record)

test('knows its own seal, in hex, also under another instance of the same key', () => {
  expect(seal).toMatch(/^[0-9a-f]+$/)
  expect(seals.differences(record, seal)).toBeNull()
  expect(createRecordSeal(key).differences(record, seal)).toBeNull()
})

test.each([
  ['a value', recordOf({ id: 'A', recipient: 'C', amount: '1' }), ['recipient']],
  ['two values', recordOf({ id: 'A', recipient: 'C', amount: '2' }), ['recipient', 'amount']],
  [
    'the kind',
    recordOf({ id: 'A', recipient: 'B', amount: '1' }, 'distribution_row'),
    ['id', 'recipient', 'amount'],
  ],
  ['the name of a field', recordOf({ id: 'A', receiver: 'B', amount: '1' }), ['receiver']],
  ['where a value ends', recordOf({ id: 'A', recipient: 'B"', amount: ',1' }), ['recipient', 'amount']],
])('names what differs: %s', (_, other, names) => {
  expect(seals.differences(other, seal)).toEqual(names)
})

test('the order of the fields counts, though each of them fits', () => {
  const turned = recordOf({ recipient: 'B', id: 'A', amount: '1' })
  expect(seals.make(turned)).not.toBe(seal)
})

test('every digit counts', () => {
  for (let at = 0; at < seal.length; at++) {
    const altered = seal.slice(0, at) + (seal[at] === '0' ? '1' : '0') + seal.slice(at + 1)
    expect(seals.differences(record, altered)).not.toBeNull()
  }
  expect(seals.differences(record, `${seal}0`)).not.toBeNull()
})

test('fits by its MAC over the whole record', () => {
  expect(seals.fits(record, seal)).toBe(true)
  expect(seals.fits(recordOf({ id: 'A', recipient: 'C', amount: '1' }), seal)).toBe(false)
  expect(seals.fits(record, '')).toBe(false)
})

test.each([
  ['nothing', ''],
  ['the seal of another key', createRecordSeal(randomBytes(32)).make(record)],
])('%s differs in all', (_, other) => {
  expect(seals.differences(record, other)).toEqual(['id', 'recipient', 'amount'])
})

describe('allocation seal', () => {
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
})

describe('secret box', () => {
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
})
