import { sql } from 'kysely'
import { type Database, databaseNow } from './database.ts'

/** How long a server that gives no sign of life is believed to live. */
export const SERVER_GONE_AFTER_MS = 60_000

/** Servers that are open on a store, so that its key is not exchanged under them. */
export function createRunningServerStore({ db, dialect }: Database) {
  const nowMs = databaseNow(dialect)
  return {
    /** Says that a server runs, and forgets those that ended long ago without saying so. */
    async beat(id: string): Promise<void> {
      await db
        .insertInto('running_server')
        .values({ id, seenAtMs: nowMs })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenAtMs: nowMs }))
        .execute()
      await db
        .deleteFrom('running_server')
        .where('seenAtMs', '<', sql<number>`${nowMs} - ${sql.lit(10 * SERVER_GONE_AFTER_MS)}`)
        .execute()
    },

    async leave(id: string): Promise<void> {
      await db.deleteFrom('running_server').where('id', '=', id).execute()
    },
  }
}
