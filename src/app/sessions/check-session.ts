import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import { sealSessionToken } from './session-token.ts'

/** Throws unauthorized unless the token belongs to a session that is neither expired nor revoked. */
export async function checkSession({ store, seals, now }: AppContext, token: string | null): Promise<void> {
  const isLive = token !== null && (await store.adminSessions.isLive(sealSessionToken(seals, token), now()))
  if (!isLive) throw new PortalError('unauthorized')
}
