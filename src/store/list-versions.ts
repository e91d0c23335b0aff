import type { Snapshot } from '#domain/snapshot.ts'
import type { Database } from './database.ts'
import { inLongTransaction } from './long-statements.ts'

/** So many versions that were replaced can be brought back. */
const KEPT_VERSIONS = 10

/** Reads the versions of the holder list, and prunes old ones. */
export function createListVersionStore({ db, dialect }: Database) {
  return {
    /** Those that were published once, newest first. */
    list(limit: number): Promise<Snapshot[]> {
      return db
        .selectFrom('snapshot')
        .selectAll()
        .where('state', '!=', 'staging')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
    },

    find(id: number): Promise<Snapshot | undefined> {
      return db
        .selectFrom('snapshot')
        .selectAll()
        .where('id', '=', id)
        .where('state', '!=', 'staging')
        .executeTakeFirst()
    },

    /** Keeps the rows of the newest replaced versions. Of older ones it keeps what claims name: when they were in force, and their hashes. */
    async prune(): Promise<void> {
      const old = await db
        .selectFrom('snapshot')
        .select('id')
        .where('state', '=', 'superseded')
        .orderBy('id', 'desc')
        .offset(KEPT_VERSIONS)
        .limit(1_000)
        .execute()
      const ids = old.map(({ id }) => id)
      if (ids.length === 0) return
      await inLongTransaction({ db, dialect }, async (tx) => {
        await tx.updateTable('snapshot').set({ seal: '' }).where('id', 'in', ids).execute()
        await tx.deleteFrom('allocation').where('snapshotId', 'in', ids).execute()
      })
    },
  }
}
