import { expect, test } from 'vitest'
import { sampleAccount, sampleTokenAccount } from '../../test/harness/sample-accounts.ts'
import { tokenBalance } from './token-account.ts'

test.each([
  ['no account', null, 0n],
  ['a wallet', sampleAccount(), 0n],
  ['a token account', sampleTokenAccount({ amount: 2n ** 64n - 1n }), 2n ** 64n - 1n],
  ['one of Token-2022', sampleTokenAccount({ amount: 7n, token2022: true }), 7n],
  ['a frozen one', sampleTokenAccount({ amount: 7n, frozen: true }), 7n],
])('%s', (_, account, balance) => {
  expect(tokenBalance(account)).toBe(balance)
})
