import type { Snapshot } from '#domain/snapshot.ts'
import type { Database } from './database.ts'
import { deleteListRows } from './delete-list-rows.ts'

/** So many versions that were replaced can be brought back. */
const KEPT_VERSIONS = 10

/** Reads the versions of the holder list, and prunes old ones. */
export function createListVersionStore({ db }: Database) {
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
      const superseded = db.selectFrom('snapshot').where('state', '=', 'superseded')
      const kept = await superseded.select('id').orderBy('id', 'desc').limit(KEPT_VERSIONS).execute()
      const old = await superseded
        .select('id')
        .where('id', '<', kept.at(KEPT_VERSIONS - 1)?.id ?? 0)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('allocation').select('seal').whereRef('allocation.snapshotId', '=', 'snapshot.id'),
          ),
        )
        .execute()
      for (const { id } of old) {
        await db.updateTable('snapshot').set({ seal: '' }).where('id', '=', id).execute()
        await deleteListRows(db, id)
      }
    },
  }
}
