import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { BEFORE_EVM_ADDRESSES } from '#domain/evm-address.ts'
import type { Schema } from './schema.ts'

/** So many rows are deleted in one commit: requests are answered in between. */
const ROWS_PER_COMMIT = 5_000

/**
 * Deletes the rows of a version of the holder list that nobody can publish any more, slice by slice: all at once they would keep SQLite,
 * and with it every request, for seconds.
 */
export async function deleteListRows(db: Kysely<Schema>, snapshotId: number): Promise<void> {
  for (;;) {
    const rest = db.selectFrom('allocation').where('snapshotId', '=', snapshotId).orderBy('evmAddress')
    const place = await rest
      .select('evmAddress')
      .offset(ROWS_PER_COMMIT - 1)
      .limit(1)
      .executeTakeFirst()
    await db
      .deleteFrom('allocation')
      .where('snapshotId', '=', snapshotId)
      .$if(place !== undefined, (query) =>
        query.where('evmAddress', '<=', place?.evmAddress ?? BEFORE_EVM_ADDRESSES),
      )
      .execute()
    if (place === undefined) return
    await setImmediate()
  }
}

/** Lists the versions that rows name and that are not there: their deletion was cut off. Reads one row of each version. */
export async function versionsOfLostRows(db: Kysely<Schema>): Promise<number[]> {
  const lost: number[] = []
  let after = 0
  for (;;) {
    const row = await db
      .selectFrom('allocation')
      .leftJoin('snapshot', 'snapshot.id', 'allocation.snapshotId')
      .select(['allocation.snapshotId', 'snapshot.id'])
      .where('allocation.snapshotId', '>', after)
      .orderBy('allocation.snapshotId')
      .limit(1)
      .executeTakeFirst()
    if (!row) return lost
    if (row.id === null) lost.push(row.snapshotId)
    after = row.snapshotId
  }
}
