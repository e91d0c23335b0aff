import type { ErrorResponse } from '#api-schema/error.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { showToast } from '#web/ui/toast-store.ts'

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

/** Shows in a toast that something failed, and why; the fallback where the server gives no reason. */
export function showFailure(title: string, error: Error, fallback?: string): void {
  const description = fallback === undefined ? failureSentence(error) : errorSentence(error, fallback)
  showToast({ tone: 'error', title, description })
}

/** Returns the portal's own sentence for an error, or the fallback where there is none. */
export function errorSentence(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.response?.error) || fallback
}

/**
 * Returns a sentence for an error: the portal's own; the status where a proxy answered, whose page no person reads; and the catalogue's
 * words where nothing answered, or something that is no answer. No words of a browser or a library.
 */
export function failureSentence(error: unknown): string {
  if (error instanceof TypeError) return 'Network error occurred. Please try again.'
  if (!(error instanceof ApiError)) return 'An unknown error occurred.'
  const { response, status, statusText } = error
  return response?.error ?? `HTTP ${status}${statusText && `: ${statusText}`}`
}
