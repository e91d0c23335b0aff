import type { Database } from '#store/database.ts'

export type LeaseStore = ReturnType<typeof createLeaseStore>

/**
 * Who may pay from a wallet. A lease is held until it expires; whoever takes it over gets a higher fencing token, and
 * what an earlier holder still tries to journal is refused (see the journal).
 */
export function createLeaseStore({ db }: Database) {
  return {
    /** Takes the lease when it is free, expired or already ours. Returns the fencing token, or null when another holds it. */
    async acquire(name: string, holder: string, nowMs: number, ttlMs: number): Promise<number | null> {
      const row = await db
        .insertInto('lease')
        .values({ name, holder, fence: 1, expires_at_ms: nowMs + ttlMs })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet((update) => ({
              holder,
              fence: update('lease.fence', '+', 1),
              expires_at_ms: nowMs + ttlMs,
            }))
            .where((is) => is.or([is('lease.expires_at_ms', '<=', nowMs), is('lease.holder', '=', holder)])),
        )
        .returning('fence')
        .executeTakeFirst()
      return row?.fence ?? null
    },

    /** Keeps a lease that is still ours. False when another has taken it over. */
    async renew(name: string, fence: number, nowMs: number, ttlMs: number): Promise<boolean> {
      const result = await db
        .updateTable('lease')
        .set({ expires_at_ms: nowMs + ttlMs })
        .where('name', '=', name)
        .where('fence', '=', fence)
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    /** Gives the lease up, so that the next holder need not wait for it to expire. */
    async release(name: string, fence: number): Promise<void> {
      await db
        .updateTable('lease')
        .set({ expires_at_ms: 0 })
        .where('name', '=', name)
        .where('fence', '=', fence)
        .execute()
    },
  }
}
