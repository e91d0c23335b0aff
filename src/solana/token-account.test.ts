import { expect, test } from 'vitest'
import { sampleAccount, sampleTokenAccount } from '../../test/harness/sample-accounts.ts'
import { isFrozen, tokenBalance } from './token-account.ts'

test.each([
  ['no account', null, 0n, false],
  ['a wallet', sampleAccount(), 0n, false],
  ['a token account', sampleTokenAccount({ amount: 2n ** 64n - 1n }), 2n ** 64n - 1n, false],
  ['one of Token-2022', sampleTokenAccount({ amount: 7n, token2022: true }), 7n, false],
  ['a frozen one', sampleTokenAccount({ amount: 7n, frozen: true }), 7n, true],
])('%s', (_, account, balance, frozen) => {
  expect(tokenBalance(account)).toBe(balance)
  expect(isFrozen(account)).toBe(frozen)
})
