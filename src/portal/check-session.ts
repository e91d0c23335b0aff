import { PortalError } from '#domain/portal-error.ts'
import type { Portal } from './portal.ts'
import { hashSessionToken } from './session-token.ts'

/** Throws unauthorized unless the token belongs to a session that is neither expired nor revoked. */
export async function checkSession({ store, now }: Portal, token: string | null): Promise<void> {
  const isLive = token !== null && (await store.adminSessions.isLive(hashSessionToken(token), now()))
  if (!isLive) throw new PortalError('unauthorized')
}
