import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { BEFORE_EVM_ADDRESSES, type EvmAddress } from '#domain/evm-address.ts'
import type { Database, Dialect } from '#store/database/database.ts'
import type { Schema } from '#store/database/schema.ts'
import { inLongTransaction } from '#store/database/transactions.ts'

/** A row of a version of the holder list. Its amount is unread: the seal says first whether it is the published one. */
interface ListRowStored {
  address: EvmAddress
  storedWei: unknown
  seal: string
}

/** Writes rows as the elements of a JSON array. No address, amount or seal has anything that JSON escapes. */
export function textOfRows(
  rows: readonly { address: EvmAddress; amountWei: bigint | string; seal: string }[],
): string {
  return rows.map(({ address, amountWei, seal }) => `["${address}","${amountWei}","${seal}"]`).join(',')
}

/** Returns the digest of rows in ascending order of their addresses, by which they are found again as they were written. */
export const digestOfText = (text: string) => hash('sha256', text, 'base64url')

/** Reads whole versions of the holder list. */
export function createListRowStore({ db, dialect }: Database) {
  const releasePages = createListPageRelease({ db, dialect })

  return {
    /** Rows of a version in ascending order of their addresses, from after `afterAddress`. */
    async page(snapshotId: number, afterAddress: EvmAddress, limit: number): Promise<ListRowStored[]> {
      const rows = await inLongTransaction({ db, dialect }, (tx) =>
        tx
          .selectFrom('allocation')
          .select(['evmAddress as address', 'amountWei as storedWei', 'seal'])
          .where('snapshotId', '=', snapshotId)
          .where('evmAddress', '>', afterAddress)
          .orderBy('evmAddress')
          .limit(limit)
          .execute(),
      )
      await releasePages()
      return rows
    },

    /** Computes the digest of the rows that a version has from after one address up to another, or to the end. The database joins them to one text. */
    async digest(snapshotId: number, after: EvmAddress, last: EvmAddress | null): Promise<string> {
      const upTo = last === null ? sql`1 = 1` : sql`evm_address <= ${last}`
      // SQLite would sort what an aggregate orders, though its key is in that order.
      const inOrder = dialect === 'postgres' ? sql`order by evm_address` : sql``
      const { rows } = await sql<{ text: string | null }>`
        select string_agg(row, ',' ${inOrder}) as text from (
          select evm_address, '["' || evm_address || '","' || amount_wei || '","' || seal || '"]' as row
          from allocation where snapshot_id = ${snapshotId} and evm_address > ${after} and ${upTo}
          order by evm_address
        ) as ordered
      `.execute(db)
      await releasePages()
      return digestOfText(rows[0]?.text ?? '')
    },
  }
}

const INTO = 'insert into allocation (snapshot_id, evm_address, amount_wei, seal)'

/** The database takes the rows apart. Four values bound for each took it twice as long. */
const STATEMENTS: Record<Dialect, string> = {
  sqlite: `${INTO} select ?, value ->> 0, value ->> 1, value ->> 2 from jsonb_each(?)`,
  postgres: `${INTO} select $1::bigint, value ->> 0, value ->> 1, value ->> 2 from json_array_elements($2::json)`,
}

/** Inserts rows of a version of the holder list, given as `textOfRows` writes them, past the query builder: it would take longer than the database. */
export async function insertRows(
  tx: Kysely<Schema>,
  dialect: Dialect,
  snapshotId: number,
  text: string,
): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(STATEMENTS[dialect], [snapshotId, `[${text}]`]))
}

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

/** After so many pages of a list, or chunks of its file. */
const EVERY = 16

/**
 * Returns what is called after each page of a list, or chunk of its file, that is read or written: now and then it has SQLite give back the memory of what it
 * keeps. A list of a million rows would fill it with rows that nobody asks for next, 64 MiB of them.
 */
export function createListPageRelease({ db, dialect }: Pick<Database, 'db' | 'dialect'>) {
  let pages = 0
  return async (): Promise<void> => {
    pages += 1
    if (dialect === 'sqlite' && pages % EVERY === 0) await sql`pragma shrink_memory`.execute(db)
  }
}
