import type { Address } from '@solana/kit'
import { expect, test } from 'vitest'
import type { BaseUnits } from '#domain/amounts.ts'
import { type Comparison, compareRecords } from './read-chain.ts'

const NOTHING_WRONG: Comparison = { unpaid: 0, paidTwice: 0, wrongAmount: 0, disagreements: 0 }

test.each<[string, bigint, boolean, bigint, Partial<Comparison>]>([
  ['paid and called sent', 5n, true, 5n, {}],
  ['owed nothing and called sent', 0n, true, 0n, {}],
  ['owed nothing and left open', 0n, false, 0n, { disagreements: 1 }],
  ['not paid, and not called sent', 5n, false, 0n, { unpaid: 1 }],
  ['not paid, and called sent', 5n, true, 0n, { unpaid: 1, disagreements: 1 }],
  ['paid, and not called sent', 5n, false, 5n, { disagreements: 1 }],
  ['paid twice', 5n, true, 10n, { paidTwice: 1, disagreements: 1 }],
  ['paid twice, and not called sent', 5n, false, 10n, { paidTwice: 1, disagreements: 1 }],
  ['paid one base unit too little', 5n, true, 4n, { wrongAmount: 1, disagreements: 1 }],
  ['paid although nothing was owed', 0n, true, 1n, { wrongAmount: 1, disagreements: 1 }],
])('%s', (_name, owed, sent, onChain, expected) => {
  const reconciliation = { wallet: 'wallet' as Address, owed: owed as BaseUnits, sent, onChain }
  expect(compareRecords([reconciliation])).toEqual({ ...NOTHING_WRONG, ...expected })
})
