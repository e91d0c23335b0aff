import { CompiledQuery, type Kysely } from 'kysely'
import type { Dialect } from './dialect.ts'
import type { Schema } from './schema.ts'

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
