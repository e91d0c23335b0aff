import type { Database } from './database.ts'

export type AdminSessionStore = ReturnType<typeof createAdminSessionStore>

/** Sessions by a keyed hash of their token: the token itself is nowhere stored. */
export function createAdminSessionStore({ db }: Database) {
  return {
    async add(tokenHash: string, nowMs: number, expiresAtMs: number): Promise<void> {
      await db.deleteFrom('admin_session').where('expires_at_ms', '<=', nowMs).execute()
      await db
        .insertInto('admin_session')
        .values({ token_hash: tokenHash, created_at_ms: nowMs, expires_at_ms: expiresAtMs })
        .execute()
    },

    async isLive(tokenHash: string, nowMs: number): Promise<boolean> {
      const row = await db
        .selectFrom('admin_session')
        .select('expires_at_ms')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      return row !== undefined && row.expires_at_ms > nowMs
    },

    async revoke(tokenHash: string): Promise<void> {
      await db.deleteFrom('admin_session').where('token_hash', '=', tokenHash).execute()
    },
  }
}
