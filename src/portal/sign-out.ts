import type { Portal } from './portal.ts'
import { hashSessionToken } from './session-token.ts'

/** Revokes a session's token at once. */
export async function signOut({ store }: Portal, token: string): Promise<void> {
  await store.adminSessions.revoke(hashSessionToken(token))
}
