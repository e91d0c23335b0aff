import { sql } from 'kysely'
import type { Database } from '#store/database/database.ts'
import type { KeyRing } from './key-ring.ts'
import type { RowToSeal, SealedTable } from './sealed-tables.ts'

/** How many rows of one kind were sealed again; those whose seal did not fit before were left as they are. */
export interface Resealed {
  name: string
  sealed: number
  broken: number
}

/**
 * Seals with one key what another has sealed. A row whose seal does not fit is left alone: a new seal would take as genuine what
 * somebody may have written into the database.
 */
export async function resealTable(
  database: Database,
  table: SealedTable,
  from: KeyRing,
  to: KeyRing,
): Promise<Resealed> {
  const counts = { sealed: 0, broken: 0 }
  for await (const rows of table.pages(database)) {
    const fitting = rows.filter((row) => row.fits(from))
    await writeSeals(database, table, fitting, to)
    counts.sealed += fitting.length
    counts.broken += rows.length - fitting.length
  }
  return { name: table.name, ...counts }
}

/** Counts the rows whose seal is of this key. */
export async function countFitting(database: Database, table: SealedTable, ring: KeyRing): Promise<number> {
  let fitting = 0
  for await (const rows of table.pages(database)) fitting += rows.filter((row) => row.fits(ring)).length
  return fitting
}

/** Writes the seals of a page in one statement. */
async function writeSeals(
  { db, dialect }: Database,
  { table, column, keyColumns }: SealedTable,
  rows: readonly RowToSeal[],
  ring: KeyRing,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const records = JSON.stringify(rows.map((row) => [row.seal(ring), ...row.key]))
  const each =
    dialect === 'sqlite' ? sql`json_each(${records})` : sql`json_array_elements(${records}::json) as each`
  const value = (index: number) => sql`each.value ->> ${sql.lit(index)}`
  const sameKey = keyColumns.map((name, index) => {
    const given = value(index + 1)
    const isNumber = dialect === 'postgres' && typeof first.key[index] === 'number'
    return sql`${sql.ref(`${table}.${name}`)} = ${isNumber ? sql`(${given})::bigint` : sql`(${given})`}`
  })
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value(0)}
    from ${dialect === 'sqlite' ? sql`${each} as each` : each} where ${sql.join(sameKey, sql` and `)}`.execute(
    db,
  )
}
