import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'

const WINDOW_MS = 15 * 60_000

/** A person mistypes; a program guesses. */
const MAX_FAILURES = 5

/**
 * Counts an attempt of a client's as failed before its password is looked at, so that a hundred at once are not all let through. Counts
 * are kept in the store, for all servers, and for each address alone: nobody locks another out. Throws too_many_logins.
 */
export async function countSignIn({ store, now }: AppContext, clientAddress: string): Promise<void> {
  const nowMs = now()
  const terms = { max: MAX_FAILURES, windowMs: WINDOW_MS, nowMs }
  const endsAtMs = await store.signInFailures.count(clientAddress, terms)
  if (endsAtMs === null) return
  const retryAfterSeconds = Math.max(Math.ceil((endsAtMs - nowMs) / 1000), 1)
  throw new PortalError('too_many_logins', { retryAfterSeconds })
}
