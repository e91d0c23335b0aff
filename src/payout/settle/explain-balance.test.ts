import { expect, test } from 'vitest'
import { explainBalance } from './explain-balance.ts'

const anchor = { slot: 100, baseUnits: 1000n }
const at = (slot: number, baseUnits: bigint) => ({ slot, baseUnits })
const entry = (slot: number, changeBaseUnits: bigint | null) => ({ slot, changeBaseUnits })

test.each([
  ['nothing happened', at(200, 1000n), [], 'explained'],
  ['a payment', at(200, 900n), [entry(150, -100n)], 'explained'],
  ['a payment and a deposit', at(200, 1400n), [entry(150, -100n), entry(160, 500n)], 'explained'],
  ['what came before the anchor is in it', at(200, 1000n), [entry(100, -100n)], 'explained'],
  ['what came after the balance is not in it yet', at(200, 1000n), [entry(201, -100n)], 'explained'],
  ['what came with it is', at(200, 900n), [entry(200, -100n)], 'explained'],
  ['a payment that no history shows', at(200, 900n), [], 'unexplained'],
  ['a payment that did not take place', at(200, 1000n), [entry(150, -100n)], 'unexplained'],
  ['a transaction whose record is missing', at(200, 900n), [entry(150, null)], 'unknown'],
] as const)('%s', (_name, now, entries, kind) => {
  expect(explainBalance(anchor, now, entries).kind).toBe(kind)
})

test('says by how much, and in which direction', () => {
  expect(explainBalance(anchor, at(200, 970n), [])).toEqual({ kind: 'unexplained', excessBaseUnits: -30n })
})
