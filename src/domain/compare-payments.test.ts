import { expect, test } from 'vitest'
import { comparePayments } from './compare-payments.ts'

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
