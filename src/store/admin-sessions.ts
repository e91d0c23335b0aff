import type { Database } from './database.ts'

/** Until when a session lasts, and when it was last used. */
export interface StoredSession {
  expiresAtMs: number
  lastUsedAtMs: number
}

/** Keeps sessions by a keyed hash of their token: the token itself is nowhere stored. */
export function createAdminSessionStore({ db }: Database) {
  return {
    /** Adds a session, and clears those that have expired. */
    async add(tokenHash: string, nowMs: number, expiresAtMs: number): Promise<void> {
      await db.deleteFrom('admin_session').where('expiresAtMs', '<=', nowMs).execute()
      await db
        .insertInto('admin_session')
        .values({ tokenHash, createdAtMs: nowMs, lastUsedAtMs: nowMs, expiresAtMs })
        .execute()
    },

    find(tokenHash: string): Promise<StoredSession | undefined> {
      return db
        .selectFrom('admin_session')
        .select(['expiresAtMs', 'lastUsedAtMs'])
        .where('tokenHash', '=', tokenHash)
        .executeTakeFirst()
    },

    async noteUse(tokenHash: string, nowMs: number): Promise<void> {
      await db
        .updateTable('admin_session')
        .set({ lastUsedAtMs: nowMs })
        .where('tokenHash', '=', tokenHash)
        .execute()
    },

    async revoke(tokenHash: string): Promise<void> {
      await db.deleteFrom('admin_session').where('tokenHash', '=', tokenHash).execute()
    },

    async revokeAll(): Promise<void> {
      await db.deleteFrom('admin_session').execute()
    },
  }
}
