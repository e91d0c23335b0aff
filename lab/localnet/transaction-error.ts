import type { FailedTransactionMetadata } from 'litesvm'

/** A transaction's error in the shape in which a cluster's RPC answers it. */
export type TransactionErrorJson =
  | string
  | { InstructionError: [instructionIndex: number, string | { Custom: number }] }
  | { DuplicateInstruction: number }
  | { InsufficientFundsForRent: { account_index: number } }
  | { ProgramExecutionTemporarilyRestricted: { account_index: number } }

/**
 * Translates litesvm's error into the RPC's JSON. litesvm numbers its errors, and exports their names as types only; the text of the
 * failure has them: Rust's, as the RPC has them.
 */
export function transactionErrorJson(failure: FailedTransactionMetadata): TransactionErrorJson {
  const [, name = '', inner = ''] = /\berr: (\w+)(?:\(\d+, (\w+))?/.exec(failure.toString()) ?? []
  const error = failure.err()
  if (typeof error === 'number') return name
  if ('err' in error) {
    const cause = error.err()
    const isCustom = typeof cause === 'object' && 'code' in cause
    return { InstructionError: [error.index, isCustom ? { Custom: cause.code } : inner] }
  }
  if ('index' in error) return { DuplicateInstruction: error.index }
  const account = { account_index: error.accountIndex }
  return name === 'InsufficientFundsForRent'
    ? { InsufficientFundsForRent: account }
    : { ProgramExecutionTemporarilyRestricted: account }
}

const SENTENCES: Record<string, string> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  UnsupportedVersion: 'Transaction version is unsupported',
}

/** Describes an error as an RPC error message does. */
export function describeTransactionError(error: TransactionErrorJson): string {
  if (typeof error === 'string') return SENTENCES[error] ?? error
  if (!('InstructionError' in error)) return JSON.stringify(error)
  const [index, cause] = error.InstructionError
  const reason = typeof cause === 'string' ? cause : `custom program error: 0x${cause.Custom.toString(16)}`
  return `Error processing Instruction ${index}: ${reason}`
}
