import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SealedRecord } from '#domain/sealed-record.ts'
import { createRecordSeal } from './record-seal.ts'

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
