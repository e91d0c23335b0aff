import type { Database } from './database.ts'

/** Keeps sessions by a keyed hash of their token: the token itself is nowhere stored. */
export function createAdminSessionStore({ db }: Database) {
  return {
    async add(tokenHash: string, nowMs: number, expiresAtMs: number): Promise<void> {
      await db.deleteFrom('admin_session').where('expiresAtMs', '<=', nowMs).execute()
      await db.insertInto('admin_session').values({ tokenHash, createdAtMs: nowMs, expiresAtMs }).execute()
    },

    async isLive(tokenHash: string, nowMs: number): Promise<boolean> {
      const row = await db
        .selectFrom('admin_session')
        .select('expiresAtMs')
        .where('tokenHash', '=', tokenHash)
        .executeTakeFirst()
      return row !== undefined && row.expiresAtMs > nowMs
    },

    async revoke(tokenHash: string): Promise<void> {
      await db.deleteFrom('admin_session').where('tokenHash', '=', tokenHash).execute()
    },
  }
}
