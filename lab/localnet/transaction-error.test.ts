import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FailedTransactionMetadata } from 'litesvm'
import { describe, expect, test } from 'vitest'
import { describeTransactionError, transactionErrorJson } from './transaction-error.ts'

type SvmError = ReturnType<FailedTransactionMetadata['err']>

const declarations = readFileSync(
  createRequire(import.meta.url)
    .resolve('litesvm')
    .replace(/index\.js$/, 'internal.d.ts'),
  'utf8',
)

/** Reads the names of a litesvm enum, with their numbers. */
function namesOf(enumName: string): [name: string, number: number][] {
  const body = new RegExp(`const enum ${enumName} \\{([^}]*)\\}`).exec(declarations)?.[1] ?? ''
  return [...body.matchAll(/(\w+) = (\d+)/g)].map(([, name = '', number]) => [name, Number(number)])
}

describe('the names of the errors are those that this litesvm numbers', () => {
  test('of transactions', () => {
    const names = namesOf('TransactionErrorFieldless')
    expect(names.length).toBeGreaterThan(30)
    for (const [name, number] of names) expect(transactionErrorJson(number as SvmError)).toBe(name)
  })

  test('of instructions', () => {
    const names = namesOf('InstructionErrorFieldless')
    expect(names.length).toBeGreaterThan(50)
    for (const [name, number] of names) {
      const error = { index: 3, err: () => number } as unknown as SvmError
      expect(transactionErrorJson(error)).toEqual({ InstructionError: [3, name] })
    }
  })
})

test.each([
  { error: 'BlockhashNotFound', sentence: 'Blockhash not found' },
  { error: 'TooManyAccountLocks', sentence: 'TooManyAccountLocks' },
  {
    error: { InstructionError: [2, { Custom: 17 }] },
    sentence: 'Error processing Instruction 2: custom program error: 0x11',
  },
  {
    error: { InstructionError: [0, 'InvalidAccountData'] },
    sentence: 'Error processing Instruction 0: InvalidAccountData',
  },
  {
    error: { InsufficientFundsForRent: { account_index: 1 } },
    sentence: '{"InsufficientFundsForRent":{"account_index":1}}',
  },
] as const)('$sentence', ({ error, sentence }) => {
  expect(describeTransactionError(structuredClone(error) as never)).toBe(sentence)
})
