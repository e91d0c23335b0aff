import { readFileSync } from 'node:fs'
import { Kysely } from 'kysely'
import { migrate } from '#store/database/migrate.ts'
import { ColumnNames } from '#store/database/open-database.ts'
import { openPostgres } from '#store/database/open-postgres.ts'
import { openSqlite } from '#store/database/open-sqlite.ts'
import type { Schema } from '#store/database/schema.ts'
import { StoreHealth } from '#store/database/store-health.ts'
import { MIGRATIONS, type Migrations } from '#store/migrations/migrations.ts'
import type { CopiedRow, CopiedTable, CopiedValue, CopySide } from '#store/tools/copying/copy-side.ts'
import { openPostgresSide } from '#store/tools/copying/postgres-side.ts'
import { openSqliteSide } from '#store/tools/copying/sqlite-side.ts'

/** A store as a release left it, with a row in every table that is copied, some of them made up. */
export interface Release {
  version: string
  /** Of the key that its records are sealed with. */
  secretsKey: string
  migrations: string[]
  /** An address that has claimed, and one that may. */
  claimed: string
  allocated: string
  tables: Record<string, ReleasedTable>
}

export interface ReleasedTable {
  columns: string[]
  /** Whole numbers in decimal, bytes in hex. */
  rows: (string | null)[][]
}

const CHUNK = 500

export function readRelease(version: string): Release {
  const file = new URL(`../database/releases/${version}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Release
}

/** Makes a schema by certain migrations only, or by some that the product does not have. */
export async function makeSchema(location: string, migrations: Migrations): Promise<void> {
  const health = new StoreHealth()
  const isPostgres = location.startsWith('postgres')
  const dialect = isPostgres ? openPostgres(location, 2, health) : openSqlite(location, health).dialect
  const db = new Kysely<Schema>({ dialect, plugins: [new ColumnNames()] })
  await migrate(db, isPostgres ? 'postgres' : 'sqlite', migrations)
  await db.destroy()
}

/** Makes the store of a release in an empty database. */
export async function makeRelease(location: string, release: Release): Promise<void> {
  const wanted = Object.entries(MIGRATIONS).filter(([name]) => release.migrations.includes(name))
  await makeSchema(location, Object.fromEntries(wanted))
  await withSide(location, async (side) => {
    await side.setTriggers(false)
    for (const table of await inOrder(side)) {
      const { rows = [] } = release.tables[table.name] ?? {}
      await side.insert(
        table,
        rows.map((row) => row.map((text, index) => readValue(table, index, text))),
      )
      if (table.serial !== null) await side.setNextNumber(table, 1_000n)
    }
    await side.setTriggers(true)
    await side.commit()
  })
}

/** Reads certain columns of the tables of a store, or all of them. */
export function readTables(
  location: string,
  columnsOf: (table: CopiedTable) => string[] = ({ columns }) => columns.map(({ name }) => name),
): Promise<Release['tables']> {
  return withSide(location, async (side) => {
    const tables: Release['tables'] = {}
    for (const table of await side.tables()) {
      const columns = columnsOf(table)
      const places = columns.map((name) => table.columns.findIndex((column) => column.name === name))
      const rows: ReleasedTable['rows'] = []
      for await (const chunk of side.chunks(table, CHUNK)) {
        for (const row of chunk) rows.push(places.map((place) => writeValue(row[place] ?? null)))
      }
      tables[table.name] = { columns, rows }
    }
    return tables
  })
}

async function withSide<T>(location: string, use: (side: CopySide) => Promise<T>): Promise<T> {
  const isPostgres = location.startsWith('postgres')
  await using side = isPostgres ? await openPostgresSide(location) : openSqliteSide(location)
  await side.begin()
  return await use(side)
}

/** Each table after those that it refers to. */
async function inOrder(side: CopySide): Promise<CopiedTable[]> {
  const left = await side.tables()
  const order: CopiedTable[] = []
  while (left.length > 0) {
    const isFree = ({ references }: CopiedTable) => !left.some(({ name }) => references.includes(name))
    order.push(...left.splice(Math.max(0, left.findIndex(isFree)), 1))
  }
  return order
}

function readValue({ columns }: CopiedTable, index: number, text: string | null): CopiedValue {
  const kind = columns[index]?.kind
  if (text === null) return null
  if (kind === 'integer') return BigInt(text)
  return kind === 'bytes' ? Buffer.from(text, 'hex') : text
}

function writeValue(value: CopiedRow[number]): string | null {
  if (value === null) return null
  return Buffer.isBuffer(value) ? value.toString('hex') : String(value)
}
