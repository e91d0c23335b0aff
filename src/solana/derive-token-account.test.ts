import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { expect, test } from 'vitest'
import { randomAddress } from '../../test/harness/sample-accounts.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from './mint.ts'
import { deriveTokenAccount } from './recipients.ts'

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
