import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { expect, test } from 'vitest'
import { randomAddress, sampleAccount, sampleTokenAccount } from '../../test/harness/sample-accounts.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from './mint.ts'
import { deriveTokenAccount } from './recipients.ts'
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

test.each([TOKEN_PROGRAM_ADDRESS, TOKEN_2022_PROGRAM_ADDRESS])(
  'token accounts of %s are the ones that kit derives',
  async (tokenProgram) => {
    for (let count = 0; count < 200; count += 1) {
      const [owner, mint] = [randomAddress(), randomAddress()]
      const [expected] = await findAssociatedTokenPda({ owner, mint, tokenProgram })
      expect(deriveTokenAccount(owner, mint, tokenProgram)).toBe(expected)
    }
  },
)
