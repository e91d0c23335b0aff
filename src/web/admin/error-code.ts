import type { ErrorResponse } from '#api-schema/error.ts'
import { ApiError } from '#web/lib/api-client.ts'

/** True when the server answered with this error code. */
export function isErrorCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.response?.code === code
}

/** Reads the single problems of an error, where it has several. */
export function problemsOf(error: unknown): NonNullable<ErrorResponse['details']> {
  return (error instanceof ApiError && error.response?.details) || []
}

/** What would be paid, and what is left out of it. */
export interface Payable {
  count: number
  amountUA: string
  leftOut: readonly { reason: string; count: number }[]
}

/** Reads what would be paid now, where a start was refused because that is not what was shown; null for any other error. */
export function changeOf(error: unknown): Payable | null {
  if (!isErrorCode(error, 'changed_meanwhile') || !(error instanceof ApiError)) return null
  const { count, amountUA, leftOut } = error.response?.context ?? {}
  return { count: Number(count), amountUA: String(amountUA), leftOut: Array.isArray(leftOut) ? leftOut : [] }
}

/** What the server asks to have confirmed before it does something: why, and the words that confirm it. */
export interface Confirmation {
  why: string
  words: string
}

/** Reads what an error asks to have confirmed; null where it is another one. */
export function confirmationOf(error: unknown): Confirmation | null {
  if (!isErrorCode(error, 'needs_confirmation') || !(error instanceof ApiError)) return null
  return { why: String(error.response?.context?.why ?? ''), words: error.response?.confirm ?? '' }
}
