import { expect, test } from 'vitest'
import type { ChainPayment } from '#domain/payment.ts'
import { addressNamed } from '../../../test/harness/sample-rows.ts'
import { compareWithChain, countOnChain, divideRecords, type RecordedPayment } from './compare-with-chain.ts'

const recorded = (
  reference: string,
  recipient: string,
  baseUnits: bigint,
  signature: string,
): RecordedPayment => ({
  reference,
  recipient: addressNamed(recipient),
  baseUnits,
  signature,
  isFromElsewhere: false,
  isProved: true,
})
const onChain = (signature: string, recipient: string, baseUnits: bigint): ChainPayment => ({
  signature,
  recipient: addressNamed(recipient),
  baseUnits,
})

test('two payments to one wallet in one transaction are one movement on the chain', () => {
  const records = [
    recorded('A', 'ann', 5n, 'tx1'),
    recorded('B', 'ann', 7n, 'tx1'),
    recorded('C', 'bob', 1n, 'tx1'),
  ]
  const chain = [onChain('tx1', 'ann', 12n), onChain('tx1', 'bob', 1n)]
  expect(compareWithChain(records, chain)).toEqual([])
  expect(countOnChain(records, chain)).toBe(3)
  // Of another amount it is no more than the one movement that is seen.
  expect(countOnChain(records, [onChain('tx1', 'ann', 11n), onChain('tx1', 'bob', 1n)])).toBe(2)
  expect(countOnChain([], chain)).toBe(2)
  expect(countOnChain(records, [])).toBe(0)
})

test.each([
  ['missing', [], 'A', 5n, 0n],
  ['different_amount', [onChain('tx1', 'ann', 6n)], 'A', 5n, 6n],
  ['duplicate', [onChain('tx1', 'ann', 5n), onChain('tx2', 'ann', 5n)], null, 0n, 5n],
  ['foreign', [onChain('tx1', 'ann', 5n), onChain('tx2', 'eve', 9n)], null, 0n, 9n],
] as const)('%s', (kind, chain, reference, recordedBaseUnits, chainBaseUnits) => {
  expect(compareWithChain([recorded('A', 'ann', 5n, 'tx1')], chain)).toMatchObject([
    { kind, reference, recordedBaseUnits, chainBaseUnits },
  ])
})

test('what was marked sent manually may have come from another wallet', () => {
  const manual = { ...recorded('A', 'ann', 5n, 'tx1'), isFromElsewhere: true }
  expect(compareWithChain([manual], [])).toEqual([])
  expect(compareWithChain([manual], [onChain('tx1', 'ann', 6n)])).toMatchObject([
    { kind: 'different_amount' },
  ])
})

test('what the chain need not show is told apart, by its evidence', () => {
  const paid = recorded('A', 'ann', 5n, 'tx1')
  const elsewhere = { ...recorded('B', 'bob', 6n, 'tx2'), isFromElsewhere: true }
  const unproved = { ...recorded('C', 'cho', 7n, 'tx3'), isFromElsewhere: true, isProved: false }
  const chain = [onChain('tx1', 'ann', 5n)]
  expect(divideRecords([paid, elsewhere, unproved], chain)).toEqual({
    compared: [paid],
    elsewhere: [elsewhere],
    unproved: [unproved],
  })
  // One that the chain shows after all is compared as any other.
  const shown = [...chain, onChain('tx3', 'cho', 7n)]
  expect(divideRecords([paid, unproved], shown)).toEqual({
    compared: [paid, unproved],
    elsewhere: [],
    unproved: [],
  })
})
