import { sql } from 'kysely'
import type { Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { recountListed } from './claim-tallies.ts'
import type { Database } from './database.ts'
import type { SnapshotRow } from './schema.ts'

export interface StagedAllocation {
  address: EvmAddress
  amountWei: Wei
}

export interface Allocation {
  snapshotId: number
  /** "0" when the address is not in the snapshot. */
  amountWei: string
  fileHash: string | null
  publishedAtMs: number | null
}

/** Versions of the holder list: staged row by row, then published in one commit. */
export type SnapshotStore = ReturnType<typeof createSnapshotStore>

export function createSnapshotStore({ db, dialect }: Database) {
  const discard = (snapshotId: number): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await tx.deleteFrom('allocation').where('snapshot_id', '=', snapshotId).execute()
      await tx.deleteFrom('snapshot').where('id', '=', snapshotId).where('state', '=', 'staging').execute()
    })

  return {
    /** Begins a version that nobody sees until it is published. */
    async stage(fileName: string, nowMs: number): Promise<number> {
      const row = await db
        .insertInto('snapshot')
        .values({
          state: 'staging',
          file_name: fileName,
          file_hash: null,
          address_count: 0,
          payable_count: 0,
          total_wei: '0',
          created_at_ms: nowMs,
          published_at_ms: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },

    /** Adds rows to a staged version. One statement whatever their number, so that a million rows go in quickly. */
    async addRows(snapshotId: number, rows: readonly StagedAllocation[]): Promise<void> {
      if (rows.length === 0) return
      const records = JSON.stringify(rows.map((row) => [row.address, row.amountWei.toString()]))
      const select =
        dialect === 'sqlite'
          ? sql`select ${snapshotId}, value ->> 0, value ->> 1 from json_each(${records})`
          : sql`select ${snapshotId}::bigint, value ->> 0, value ->> 1 from json_array_elements(${records}::json)`
      await sql`insert into allocation (snapshot_id, evm_address, amount_wei) ${select}`.execute(db)
    },

    /** Makes a staged version the one in force, and keeps the one before it. */
    async publish(
      snapshotId: number,
      facts: { fileHash: string; addressCount: number; totalWei: Wei; nowMs: number },
    ): Promise<void> {
      await db.transaction().execute(async (tx) => {
        // No claim comes in between the count of those that the list names and the commit. SQLite has one writer anyway.
        if (dialect === 'postgres') await sql`lock table claim in share row exclusive mode`.execute(tx)
        await tx
          .updateTable('snapshot')
          .set({ state: 'superseded' })
          .where('state', '=', 'published')
          .execute()
        const published = await tx
          .updateTable('snapshot')
          .set(({ selectFrom, fn }) => ({
            state: 'published',
            payable_count: selectFrom('allocation')
              .select(fn.countAll<number>().as('count'))
              .where('snapshot_id', '=', snapshotId)
              .where('amount_wei', '!=', '0'),
            file_hash: facts.fileHash,
            address_count: facts.addressCount,
            total_wei: facts.totalWei.toString(),
            published_at_ms: facts.nowMs,
          }))
          .where('id', '=', snapshotId)
          .where('state', '=', 'staging')
          .executeTakeFirst()
        if (published.numUpdatedRows !== 1n) throw new Error(`Snapshot ${snapshotId} is not staged`)
        await recountListed(tx, snapshotId)
      })
    },

    discard,

    /** Clears what an import left behind when the process died in the middle of it. */
    async discardUnfinished(): Promise<void> {
      const rows = await db.selectFrom('snapshot').select('id').where('state', '=', 'staging').execute()
      for (const { id } of rows) await discard(id)
    },

    /** The version in force, or undefined before the first. */
    current(): Promise<SnapshotRow | undefined> {
      return db.selectFrom('snapshot').selectAll().where('state', '=', 'published').executeTakeFirst()
    },

    /** What the version in force gives an address; undefined when there is no version yet. */
    async findAllocation(address: EvmAddress): Promise<Allocation | undefined> {
      const row = await db
        .selectFrom('snapshot')
        .leftJoin('allocation', (join) =>
          join.onRef('allocation.snapshot_id', '=', 'snapshot.id').on('allocation.evm_address', '=', address),
        )
        .select(['snapshot.id', 'snapshot.file_hash', 'snapshot.published_at_ms', 'allocation.amount_wei'])
        .where('snapshot.state', '=', 'published')
        .executeTakeFirst()
      if (!row) return undefined
      return {
        snapshotId: row.id,
        amountWei: row.amount_wei ?? '0',
        fileHash: row.file_hash,
        publishedAtMs: row.published_at_ms,
      }
    },
  }
}
