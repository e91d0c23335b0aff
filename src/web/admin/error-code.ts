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
  const reasons = Array.isArray(leftOut) ? leftOut.filter((each) => 'reason' in each) : []
  return { count: Number(count), amountUA: String(amountUA), leftOut: reasons }
}

/** What is to be confirmed with a passkey. */
export interface SecretAsked {
  what: string
  /** Why the last answer did not hold; null where it is asked for the first time. */
  why: string | null
  challenge: string
  passkeys: readonly { id: string; rpId: string }[]
}

/** Reads what is to be confirmed with a passkey before the server does it; null for any other error. */
export function secretAskedOf(error: unknown): SecretAsked | null {
  if (!isErrorCode(error, 'second_secret_required') || !(error instanceof ApiError)) return null
  const { what, why, challenge, passkeys } = error.response?.context ?? {}
  return {
    what: String(what),
    why: why === undefined ? null : String(why),
    challenge: String(challenge),
    passkeys: Array.isArray(passkeys) ? passkeys.filter((each) => 'rpId' in each) : [],
  }
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
