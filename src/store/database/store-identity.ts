import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import type { Database } from './database.ts'

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
