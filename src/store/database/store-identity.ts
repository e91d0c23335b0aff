import { sql } from 'kysely'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { type Database, databaseNow } from './database.ts'

const ONLY_ROW = 1

/** Which SECRETS_KEY the store belongs to, known by its fingerprint, and whether it can be written to. */
export function createStoreIdentity({ db, health }: Database) {
  async function fingerprint(): Promise<string | undefined> {
    const row = await db.selectFrom('store_identity').select('keyFingerprint').executeTakeFirst()
    return row?.keyFingerprint
  }

  async function probe(nowMs: number): Promise<void> {
    await db.updateTable('store_identity').set({ probedAtMs: nowMs }).execute()
    health.clear()
  }

  return {
    fingerprint,

    /** Binds the store to a key, where it is bound to none yet. Gives the fingerprint that it is bound to: of two at once, the first one's. */
    async bind(keyFingerprint: string): Promise<string | undefined> {
      await db
        .insertInto('store_identity')
        .values({ id: ONLY_ROW, keyFingerprint, probedAtMs: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return fingerprint()
    },

    /** Binds the store to another key. */
    async rebind(keyFingerprint: string): Promise<void> {
      await db
        .insertInto('store_identity')
        .values({ id: ONLY_ROW, keyFingerprint, probedAtMs: 0 })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ keyFingerprint }))
        .execute()
    },

    /** Writes, where something was wrong since the last write that is known of. Throws StoreUnavailableError while it still is. */
    async assertWritable(nowMs: number): Promise<void> {
      if (health.trouble === null) return
      if (health.trouble.isLasting) throw health.trouble
      await probe(nowMs)
    },

    /** Writes once, so that a start on a full disk knows. Returns what kept it from that, or null. */
    async findTrouble(nowMs: number): Promise<StoreUnavailableError | null> {
      try {
        await probe(nowMs)
        return null
      } catch (error) {
        if (error instanceof StoreUnavailableError) return error
        throw error
      }
    },
  }
}

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
