import { randomBytes } from 'node:crypto'
import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'

/** Use is written down at most this often, so that reading does not make the database write. */
const NOTED_EVERY_MS = 60_000

/**
 * Throws unauthorized unless the token belongs to a session that was opened with the present password, is not revoked, has not
 * expired, and was used within the idle limit. `isUse` is false where the page asks by itself: that does not prolong it. Returns the
 * session's public id.
 */
export async function checkSession(
  app: AppContext,
  token: string | null,
  { isUse }: { isUse: boolean },
): Promise<string> {
  if (token === null) throw new PortalError('unauthorized')
  const { adminSessions } = app.store
  const tokenHash = sealSessionToken(app, token)
  const session = await adminSessions.find(tokenHash)
  const nowMs = app.now()
  if (session === undefined || nowMs >= session.expiresAtMs) throw new PortalError('unauthorized')
  const unusedMs = nowMs - session.lastUsedAtMs
  if (unusedMs >= app.sessionTerms.idleMs) throw new PortalError('unauthorized')
  if (isUse && unusedMs >= NOTED_EVERY_MS) await noteUse(app, tokenHash, nowMs)
  return sessionIdOf(tokenHash)
}

const ID_CHARACTERS = 12

/** Names a session in lists and records: it opens nothing. */
export function sessionIdOf(tokenHash: string): string {
  return tokenHash.slice(0, ID_CHARACTERS)
}

/** A database that takes no writes just now still answers reads. */
async function noteUse({ store }: AppContext, tokenHash: string, nowMs: number): Promise<void> {
  try {
    await store.adminSessions.noteUse(tokenHash, nowMs)
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
  }
}

const TOKEN_BYTES = 32

/** 256 random bits in base64url. */
export function makeSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/**
 * What the store keeps instead of the token. Keyed: who can write to the database, and no more, can not open a session. The password
 * is part of it: with another one no session of before is found.
 */
export function sealSessionToken(
  { seals, sessionTerms }: Pick<AppContext, 'seals' | 'sessionTerms'>,
  token: string,
): string {
  return seals.make({
    kind: 'admin_session',
    fields: [
      ['token', token],
      ['password', sessionTerms.passwordFingerprint],
    ],
  })
}
