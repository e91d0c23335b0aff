import {
  type Address,
  type Base64EncodedWireTransaction,
  getBase64Decoder,
  getBase64Encoder,
} from '@solana/kit'
import type { AccountState } from './solana-rpc.ts'

/** A node's result is not of the shape that its method has. */
export class MalformedResultError extends Error {
  override name = 'MalformedResultError'
}

/** Reads a slot, a height or a count. */
export function wholeNumber(value: bigint | number): number {
  const number = typeof value === 'bigint' ? Number(value) : value
  if (!Number.isSafeInteger(number)) throw new MalformedResultError('Not a whole number')
  return number
}

/** Reads a list that must have one entry for each item of the request. */
export function oneForEach<T>(asked: readonly unknown[], values: readonly T[]): readonly T[] {
  if (values.length !== asked.length) throw new MalformedResultError('Not as many as were asked for')
  return values
}

/**
 * Reads the chain's error as JSON text, null for none: it is compared, stored and put into words, never computed with. A
 * record without the field is malformed: its absence does not prove that there was no error.
 */
export function chainErrorText(error: unknown): string | null {
  if (error === undefined) throw new MalformedResultError('Neither an error nor none')
  if (error === null) return null
  return JSON.stringify(error, (_key, value) => (typeof value === 'bigint' ? Number(value) : value))
}

/** Reads which instruction the chain's error is about, where it is about one. */
export function failedInstruction(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('InstructionError' in error)) return null
  const { InstructionError: detail } = error as { InstructionError: unknown }
  return Array.isArray(detail) ? Number(detail[0]) : null
}

interface Base64Account {
  owner: Address
  lamports: bigint
  executable: boolean
  data: readonly [string, 'base64']
}

/** Reads an account, null where there is none. */
export function accountState(account: Base64Account | null): AccountState | null {
  if (account === null) return null
  const { owner, lamports, executable, data } = account
  return { owner, lamports, executable, data: fromBase64(data[0]) }
}

export function fromBase64(text: string): Uint8Array {
  return new Uint8Array(getBase64Encoder().encode(text))
}

export function toBase64(bytes: Uint8Array): Base64EncodedWireTransaction {
  return getBase64Decoder().decode(bytes) as Base64EncodedWireTransaction
}
