import { type Selectable, sql } from 'kysely'
import type { Database } from '#store/database/database.ts'
import type { Schema } from '#store/database/schema.ts'

export type LeaseRow = Selectable<Schema['lease']>

/** By which one owner's term is known. */
export type LeaseTerm = Pick<LeaseRow, 'name' | 'fence'>

export type LeaseStore = ReturnType<typeof createLeaseStore>

/**
 * Keeps which process may pay from a wallet. A lease lasts until it is released or taken over; the next owner
 * gets a higher fencing token, and the journal rejects writes of an earlier owner (see journal.ts).
 */
export function createLeaseStore({ db }: Database) {
  return {
    find(name: string): Promise<LeaseRow | undefined> {
      return db.selectFrom('lease').selectAll().where('name', '=', name).executeTakeFirst()
    },

    /**
     * Takes the lease when it was released or is ours already. Returns the fencing token, or null when it has
     * another owner.
     */
    async acquireFree(name: string, owner: string, nowMs: number, ttlMs: number): Promise<number | null> {
      const row = await db
        .insertInto('lease')
        .values({ name, owner, fence: 1, expiresAtMs: nowMs + ttlMs })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet((update) => ({
              owner,
              fence: update('lease.fence', '+', 1),
              expiresAtMs: nowMs + ttlMs,
            }))
            .where((is) => is.or([is('lease.expiresAtMs', '=', 0), is('lease.owner', '=', owner)])),
        )
        .returning('fence')
        .executeTakeFirst()
      return row?.fence ?? null
    },

    /**
     * Takes a lease over if it is as it was observed. Returns null when its owner has renewed it since, or
     * another was quicker.
     */
    async takeOver(observed: LeaseRow, owner: string, nowMs: number, ttlMs: number): Promise<number | null> {
      const row = await db
        .updateTable('lease')
        .set((update) => ({ owner, fence: update('fence', '+', 1), expiresAtMs: nowMs + ttlMs }))
        .where('name', '=', observed.name)
        .where('fence', '=', observed.fence)
        .where('expiresAtMs', '=', observed.expiresAtMs)
        .returning('fence')
        .executeTakeFirst()
      return row?.fence ?? null
    },

    /**
     * Renews a lease that is still ours. Returns false when another has taken it over. The expiry always
     * grows, whatever the clock does: by that others see that its owner is running.
     */
    async renew(name: string, fence: number, nowMs: number, ttlMs: number): Promise<boolean> {
      const next = nowMs + ttlMs
      const result = await db
        .updateTable('lease')
        .set({
          expiresAtMs: sql<number>`case when expires_at_ms < ${next} then ${next} else expires_at_ms + 1 end`,
        })
        .where('name', '=', name)
        .where('fence', '=', fence)
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    /** Gives the lease up, so that the next owner need not wait. */
    async release(name: string, fence: number): Promise<void> {
      await db
        .updateTable('lease')
        .set({ expiresAtMs: 0 })
        .where('name', '=', name)
        .where('fence', '=', fence)
        .execute()
    },
  }
}
