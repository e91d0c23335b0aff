import type { AppContext } from '#app/app-context.ts'
import { sealSessionToken } from './session-token.ts'

/** Revokes a session's token at once. */
export async function signOut(app: AppContext, token: string): Promise<void> {
  await app.store.adminSessions.revoke(sealSessionToken(app, token))
}

/** Revokes every session's token at once, the caller's own among them. */
export async function signOutEverywhere({ store }: AppContext): Promise<void> {
  await store.adminSessions.revokeAll()
}
