import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'

const WINDOW_MS = 15 * 60_000

/** A person mistypes; a program guesses. */
const MAX_FAILURES = 5

/**
 * Refuses a client whose failures, with the attempts of its own that wait already, are as many as it has. Writes nothing: who guesses
 * shall not keep the database busy. Throws too_many_logins.
 */
export async function assertMaySignIn(
  { store, now, signInQueue }: AppContext,
  countedAs: string,
): Promise<void> {
  const nowMs = now()
  const counted = await store.signInFailures.read(countedAs, nowMs)
  const attempts = (counted?.failures ?? 0) + signInQueue.countWaiting(countedAs)
  if (attempts >= MAX_FAILURES) throw tooManyUntil(counted?.endsAtMs ?? nowMs + WINDOW_MS, nowMs)
}

/**
 * Counts an attempt of a client's as failed before its password is looked at, so that a hundred at once are not all let through. Counts
 * are kept in the store, for all servers, and for each client alone: nobody locks another out. Throws too_many_logins.
 */
export async function countSignIn({ store, now }: AppContext, countedAs: string): Promise<void> {
  const nowMs = now()
  const terms = { max: MAX_FAILURES, windowMs: WINDOW_MS, nowMs }
  const endsAtMs = await store.signInFailures.count(countedAs, terms)
  if (endsAtMs !== null) throw tooManyUntil(endsAtMs, nowMs)
}

function tooManyUntil(endsAtMs: number, nowMs: number): PortalError {
  const retryAfterSeconds = Math.max(Math.ceil((endsAtMs - nowMs) / 1000), 1)
  return new PortalError('too_many_logins', { retryAfterSeconds })
}
