import { type SqlBool, sql } from 'kysely'
import type { Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { Snapshot } from '#domain/snapshot.ts'
import { recountListed } from './claim-tallies.ts'
import type { Database } from './database.ts'

export interface StagedAllocation {
  address: EvmAddress
  amountWei: Wei
  seal: string
}

export interface SnapshotInForce extends Snapshot {
  /** A version with a higher id was published, which the one in force never is older than. */
  hasNewer: boolean
}

/** What a version gives an address, as it stands in the store. */
export interface StoredAllocation {
  snapshot: SnapshotInForce
  /** Undefined when the address is not in the snapshot. */
  row: { amountWei: string; seal: string } | undefined
}

/** Versions of the holder list: staged row by row, then published in one commit. */
export type SnapshotStore = ReturnType<typeof createSnapshotStore>

export function createSnapshotStore({ db, dialect }: Database) {
  const discard = (snapshotId: number): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await tx.deleteFrom('allocation').where('snapshotId', '=', snapshotId).execute()
      await tx.deleteFrom('snapshot').where('id', '=', snapshotId).where('state', '=', 'staging').execute()
    })

  const inForce = () =>
    db
      .selectFrom('snapshot')
      .selectAll('snapshot')
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('snapshot as newer')
            .select('newer.id')
            .whereRef('newer.id', '>', 'snapshot.id')
            .where('newer.state', '!=', 'staging'),
        ).as('hasNewer'),
      )
      .where('snapshot.state', '=', 'published')

  return {
    /** Begins a version that nobody sees until it is published. */
    async stage(fileName: string, nonce: string, nowMs: number): Promise<number> {
      const row = await db
        .insertInto('snapshot')
        .values({
          state: 'staging',
          fileName: fileName,
          nonce,
          fileHash: null,
          addressCount: 0,
          payableCount: 0,
          totalWei: '0',
          createdAtMs: nowMs,
          publishedAtMs: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },

    /** Adds rows to a staged version. One statement whatever their number, so that a million rows go in quickly. */
    async addRows(snapshotId: number, rows: readonly StagedAllocation[]): Promise<void> {
      if (rows.length === 0) return
      const records = JSON.stringify(rows.map((row) => [row.address, row.amountWei.toString(), row.seal]))
      const select =
        dialect === 'sqlite'
          ? sql`select ${snapshotId}, value ->> 0, value ->> 1, value ->> 2 from json_each(${records})`
          : sql`select ${snapshotId}::bigint, value ->> 0, value ->> 1, value ->> 2
              from json_array_elements(${records}::json)`
      await sql`insert into allocation (snapshot_id, evm_address, amount_wei, seal) ${select}`.execute(db)
    },

    /**
     * Makes a staged version the one in force, and keeps the one before it, but for its seal: without it nobody who can
     * write to the database puts that one back in force.
     */
    async publish(
      snapshotId: number,
      facts: { fileHash: string; addressCount: number; totalWei: Wei; nowMs: number; seal: string },
    ): Promise<void> {
      await db.transaction().execute(async (tx) => {
        // No claim comes in between the count of those that the list names and the commit. SQLite has one writer anyway.
        if (dialect === 'postgres') await sql`lock table claim in share row exclusive mode`.execute(tx)
        await tx
          .updateTable('snapshot')
          .set({ state: 'superseded', seal: '' })
          .where('state', '=', 'published')
          .execute()
        const published = await tx
          .updateTable('snapshot')
          .set(({ selectFrom, fn }) => ({
            state: 'published',
            payableCount: selectFrom('allocation')
              .select(fn.countAll<number>().as('count'))
              .where('snapshotId', '=', snapshotId)
              .where('amountWei', '!=', '0'),
            fileHash: facts.fileHash,
            addressCount: facts.addressCount,
            totalWei: facts.totalWei.toString(),
            publishedAtMs: facts.nowMs,
            seal: facts.seal,
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
    async current(): Promise<SnapshotInForce | undefined> {
      const row = await inForce().executeTakeFirst()
      return row && withFlag(row)
    },

    /** What the version in force gives an address; undefined when there is no version yet. */
    async findAllocation(address: EvmAddress): Promise<StoredAllocation | undefined> {
      const found = await inForce()
        .leftJoin('allocation', (join) =>
          join.onRef('allocation.snapshotId', '=', 'snapshot.id').on('allocation.evmAddress', '=', address),
        )
        .select(['allocation.amountWei as rowAmountWei', 'allocation.seal as rowSeal'])
        .executeTakeFirst()
      if (!found) return undefined
      const { rowAmountWei: amountWei, rowSeal: seal, ...snapshot } = found
      return {
        snapshot: withFlag(snapshot),
        row: amountWei === null || seal === null ? undefined : { amountWei, seal },
      }
    },
  }
}

function withFlag({ hasNewer, ...row }: Snapshot & { hasNewer: SqlBool }): SnapshotInForce {
  return { ...row, hasNewer: Boolean(hasNewer) }
}
