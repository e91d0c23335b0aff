import type { AppContext } from '#app/app-context.ts'
import { sealSessionToken } from './session-token.ts'

/** Revokes a session's token at once. */
export async function signOut({ store, seals }: AppContext, token: string): Promise<void> {
  await store.adminSessions.revoke(sealSessionToken(seals, token))
}
