import type { Address } from '@solana/kit'
import { expect, test } from 'vitest'
import { tokenMovements } from './read-transaction.ts'

const mint = 'mint' as Address
const accountKeys = ['wallet', 'source', 'first', 'second'] as Address[]

const balance = (accountIndex: number, owner: string, amount: string, of = 'mint') => ({
  accountIndex,
  mint: of as Address,
  owner: owner as Address,
  uiTokenAmount: { amount },
})

test('what left one account and came to others, as signed differences', () => {
  const before = [balance(1, 'us', '1000'), balance(2, 'them', '5')]
  const after = [balance(1, 'us', '400'), balance(2, 'them', '205'), balance(3, 'others', '400')]
  expect(tokenMovements(mint, accountKeys, before, after)).toEqual([
    { tokenAccount: 'source', owner: 'us', baseUnits: -600n },
    { tokenAccount: 'first', owner: 'them', baseUnits: 200n },
    { tokenAccount: 'second', owner: 'others', baseUnits: 400n },
  ])
})

test('an account that was closed lost all it had', () => {
  expect(tokenMovements(mint, accountKeys, [balance(1, 'us', '7')], [])).toEqual([
    { tokenAccount: 'source', owner: 'us', baseUnits: -7n },
  ])
})

test('an account given away in between belongs to its new owner', () => {
  const movements = tokenMovements(mint, accountKeys, [balance(1, 'us', '7')], [balance(1, 'them', '9')])
  expect(movements).toEqual([{ tokenAccount: 'source', owner: 'them', baseUnits: 2n }])
})

test('amounts are exact beyond 2^53', () => {
  const after = [balance(1, 'us', '18446744073709551615')]
  expect(tokenMovements(mint, accountKeys, [balance(1, 'us', '1')], after)).toMatchObject([
    { baseUnits: 18446744073709551614n },
  ])
})

test.each([
  ['accounts that came out as they went in', [balance(1, 'us', '5')], [balance(1, 'us', '5')]],
  ['another mint', [balance(1, 'us', '5', 'other')], [balance(1, 'us', '1', 'other')]],
  ['accounts without a known owner', [], [{ ...balance(1, '', '5'), owner: undefined }]],
  ['accounts that the transaction does not name', [], [balance(9, 'us', '5')]],
])('nothing of %s', (_, before, after) => {
  expect(tokenMovements(mint, accountKeys, before, after as typeof before)).toEqual([])
})
