import { expect, test } from 'vitest'
import type { ChainPayment } from '#domain/payment.ts'
import { addressNamed } from '../../test/harness/plain.ts'
import { compareWithChain, type RecordedPayment } from './compare-with-chain.ts'

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
  expect(compareWithChain(records, [onChain('tx1', 'ann', 12n), onChain('tx1', 'bob', 1n)])).toEqual([])
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
