import { expect, test } from 'vitest'
import type { ChainPayment } from '#domain/payment.ts'
import { addressNamed } from '../../../test/harness/plain.ts'
import { unknownPaymentsAmong, unrecordedOutflow } from './unknown-payments.ts'
import type { AccountChange } from './wallet-history.ts'

const ours: AccountChange = {
  signature: 'tx',
  slot: 5,
  memo: '[10] ferry:lost',
  isSigned: true,
  isOwners: false,
  sourceBaseUnits: -9n,
  gains: [
    { address: addressNamed('ann'), baseUnits: 4n },
    { address: addressNamed('bob'), baseUnits: 5n },
  ],
  losses: [],
}

const among = (change: AccountChange, recorded: ChainPayment[] = []) =>
  unknownPaymentsAmong([change], {
    knownTransactions: {
      among: async () => new Set<string>(),
      recordedAmong: async () => new Set<string>(),
      paidBy: async () => recorded,
      paidFrom: async () => [],
    },
  })

test('a payment is ours by its memo, our signature, and tokens that left our account', async () => {
  expect(await among(ours)).toMatchObject({ payments: 2, baseUnits: 9n })
  for (const change of [
    { memo: null },
    { memo: 'manual' },
    { isSigned: false },
    { sourceBaseUnits: 0n },
    { sourceBaseUnits: 9n },
  ]) {
    expect(await among({ ...ours, ...change }), JSON.stringify(Object.keys(change))).toMatchObject({
      transactions: [],
      payments: 0,
    })
  }
})

test('a transaction that a claim was marked sent with is unknown as far as it paid others, or more', async () => {
  const recorded = (recipient: string, baseUnits: bigint) => ({
    signature: 'tx',
    recipient: addressNamed(recipient),
    baseUnits,
  })
  expect(await among(ours, [recorded('ann', 4n)])).toMatchObject({
    transactions: [{ payments: [{ recipient: 'bob', baseUnits: 5n }] }],
    payments: 1,
    baseUnits: 5n,
  })
  expect(await among(ours, [recorded('ann', 3n), recorded('bob', 5n)])).toMatchObject({ baseUnits: 1n })
  expect(await among(ours, [recorded('ann', 4n), recorded('bob', 6n)])).toMatchObject({ payments: 0 })
})

test('an outflow is the unrecorded part, signed by us or not', () => {
  const taken = { ...ours, isSigned: false }
  expect(unrecordedOutflow(taken, [])).toEqual({
    signature: 'tx',
    baseUnits: 9n,
    counterparties: ours.gains,
  })
  expect(unrecordedOutflow({ ...ours, gains: [] }, [])).toMatchObject({ baseUnits: 9n, counterparties: [] })
  expect(unrecordedOutflow({ ...ours, sourceBaseUnits: 1n }, [])).toBeNull()
  const [ann, bob] = ours.gains.map(({ address, baseUnits }) => ({
    signature: 'tx',
    recipient: address,
    baseUnits,
  }))
  if (!ann || !bob) throw new Error('nobody was paid')
  expect(unrecordedOutflow(ours, [ann])).toMatchObject({ baseUnits: 5n, counterparties: [ours.gains[1]] })
  expect(unrecordedOutflow(ours, [ann, bob])).toBeNull()
})
