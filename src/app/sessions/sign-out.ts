import type { Portal } from '#app/app-context.ts'
import { sealSessionToken } from './session-token.ts'

/** Revokes a session's token at once. */
export async function signOut({ store, seals }: Portal, token: string): Promise<void> {
  await store.adminSessions.revoke(sealSessionToken(seals, token))
}
