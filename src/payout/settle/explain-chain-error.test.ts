import type { Address } from '@solana/kit'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { describe, expect, test } from 'vitest'
import { MEMO_PROGRAM_ADDRESS } from '#solana/payout-transaction.ts'
import { explainChainError } from './explain-chain-error.ts'

const explain = (error: unknown, program: Address | null = null, logs: readonly string[] = []) =>
  explainChainError(JSON.stringify(error), {
    logs,
    programOfInstruction: (index) => (index === 3 ? program : null),
  })

const failed = (cause: unknown) => ({ InstructionError: [3, cause] })

describe('the meaning of a bare code depends on the program that failed', () => {
  test.each([
    ['token', TOKEN_PROGRAM_ADDRESS, 'tokens'],
    ['associated token', ASSOCIATED_TOKEN_PROGRAM_ADDRESS, 'sol'],
    ['system', SYSTEM_PROGRAM_ADDRESS, 'sol'],
  ])('code 1 of the %s program is a lack of the sender', (_, program, lack) => {
    expect(explain(failed({ Custom: 1 }), program)).toMatchObject({ fault: 'sender', lack })
  })

  test('the cause of code 1 of another or an unknown program is unknown', () => {
    expect(explain(failed({ Custom: 1 }), MEMO_PROGRAM_ADDRESS)).toMatchObject({
      fault: 'unknown',
      lack: null,
    })
    expect(explain(failed({ Custom: 1 }))).toMatchObject({ fault: 'unknown', lack: null })
  })

  test('the program of the failing instruction counts, not of another', () => {
    const programs = [SYSTEM_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS]
    const programOfInstruction = (index: number) => programs[index] ?? null
    const error = JSON.stringify({ InstructionError: [1, { Custom: 1 }] })
    expect(explainChainError(error, { logs: [], programOfInstruction }).lack).toBe('tokens')
  })
})

test.each([
  ['AccountNotFound'],
  ['InsufficientFundsForFee'],
  [{ InsufficientFundsForRent: { account_index: 0 } }],
])('%j is a lack of SOL', (error) => {
  expect(explain(error)).toMatchObject({ words: expect.stringMatching(/SOL/), fault: 'sender', lack: 'sol' })
})

test('logs show missing lamports with any code', () => {
  const logs = ['Transfer: insufficient lamports 1, need 2']
  expect(explain(failed({ Custom: 1 }), null, logs)).toMatchObject({ fault: 'sender', lack: 'sol' })
})

describe('an unknown error is described', () => {
  test.each([
    ['BlockhashNotFound', 'The chain refused it: blockhash not found'],
    [{ DuplicateInstruction: 4 }, 'The chain refused it: duplicate instruction'],
    [
      { ProgramExecutionTemporarilyRestricted: { account_index: 2 } },
      'The chain refused it: program execution temporarily restricted',
    ],
    [
      failed('InvalidAccountData'),
      `The chain refused it: instruction 4 failed with "invalid account data" of program ${MEMO_PROGRAM_ADDRESS}`,
    ],
    [
      failed({ Custom: 6001 }),
      `The chain refused it: instruction 4 failed with code 6001 of program ${MEMO_PROGRAM_ADDRESS}`,
    ],
    [
      failed({ BorshIoError: 'Unknown' }),
      `The chain refused it: instruction 4 failed with "borsh io error" of program ${MEMO_PROGRAM_ADDRESS}`,
    ],
    [{ InstructionError: [9, { Custom: 7 }] }, 'The chain refused it: instruction 10 failed with code 7'],
    [{}, 'The chain refused it: unknown error'],
  ])('%j', (error, words) => {
    expect(explain(error, MEMO_PROGRAM_ADDRESS)).toEqual({ words, fault: 'unknown', lack: null })
    expect(words).not.toMatch(/[{}[\]]/)
  })
})
