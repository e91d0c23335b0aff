import { expect, test } from 'vitest'
import { addressNamed } from '../../test/harness/sample-rows.ts'
import { assertBaseUnits } from './amounts.ts'
import { comparePayments, matchPayments } from './match-payments.ts'

const to = (recipient: string, baseUnits: bigint, name = '') => ({
  recipient: addressNamed(recipient),
  baseUnits: assertBaseUnits(baseUnits),
  name,
})

test('a payment settles the oldest debt of its amount and its recipient, and no debt twice', () => {
  const debts = [to('eve', 5n, 'E'), to('ann', 5n, 'A'), to('ann', 5n, 'B')]
  const [first, second, third] = [to('ann', 5n), to('ann', 5n), to('ann', 5n)]
  expect(matchPayments([first, second, third], debts)).toEqual([
    { payment: first, debts: [debts[1]] },
    { payment: second, debts: [debts[2]] },
  ])
})

test('what one transaction paid a wallet settles debts that add up to it, to the base unit', () => {
  const debts = [to('ann', 4n), to('ann', 9n), to('ann', 6n), to('ann', 0n)]
  const paid = to('ann', 10n)
  expect(matchPayments([paid], debts)).toEqual([{ payment: paid, debts: [debts[0], debts[2]] }])
  expect(matchPayments([to('ann', 11n)], debts)).toEqual([])
  expect(matchPayments([to('ann', 3n)], debts)).toEqual([])
})

test('one debt of the very amount comes before a sum, in either order of the payments', () => {
  const debts = [to('ann', 4n), to('ann', 6n), to('ann', 10n)]
  const [ten, six] = [to('ann', 10n), to('ann', 6n)]
  expect(matchPayments([ten, six], debts)).toEqual([
    { payment: ten, debts: [debts[2]] },
    { payment: six, debts: [debts[1]] },
  ])
})

test('a sum that takes too long to find stays unmatched', () => {
  const debts = Array.from({ length: 200 }, () => to('ann', 2n))
  expect(matchPayments([to('ann', 201n)], debts)).toEqual([])
})

const payments = (...amounts: bigint[]) => amounts.map((baseUnits) => ({ baseUnits }))

test.each([
  ['nothing on either side', [], [], null],
  ['the same payment', [5n], [5n], null],
  ['the same sum, split otherwise', [5n, 7n], [12n], null],
  ['nothing on the chain', [5n], [], 'missing'],
  ['a payment of nothing that is not on the chain', [0n], [], 'missing'],
  ['what nobody expects', [], [5n], 'unexpected'],
  ['one base unit too little', [5n], [4n], 'different_amount'],
  ['one base unit too much', [5n], [6n], 'different_amount'],
  ['the same payment twice', [5n], [5n, 5n], 'different_amount'],
])('%s', (_name, expected, onChain, difference) => {
  expect(comparePayments(payments(...expected), payments(...onChain))).toBe(difference)
})
