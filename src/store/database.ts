import SqliteDatabase from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import { ColumnNames } from './column-names.ts'
import type { Dialect } from './dialect.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { withStatementCache } from './statement-cache.ts'
import { sumDecimals } from './sum-decimals.ts'

/** An open store: the query builder, and which database stands behind it. */
export interface Database {
  readonly db: Kysely<Schema>
  readonly dialect: Dialect
  /** It was empty when it was opened: no older copy of it exists. */
  readonly isNew: boolean
  close(): Promise<void>
}

/** Opens PostgreSQL for a `postgres://` URL and SQLite for a file path, and brings the schema up to date. */
export async function openDatabase(location: string): Promise<Database> {
  const dialect: Dialect = /^postgres(ql)?:\/\//.test(location) ? 'postgres' : 'sqlite'
  const db = new Kysely<Schema>({
    dialect: dialect === 'sqlite' ? sqlite(location) : postgres(location),
    plugins: [new ColumnNames()],
  })
  let isNew: boolean
  try {
    isNew = await migrate(db, dialect)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { db, dialect, isNew, close: () => db.destroy() }
}

function sqlite(path: string): SqliteDialect {
  const database = new SqliteDatabase(path)
  database.pragma('journal_mode = WAL')
  // A commit that was answered survives a power cut. NORMAL may lose the last commits, and with them a journaled attempt.
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('busy_timeout = 5000')
  // 64 MiB: the indexes of a million claims do not fit into the 2 MiB that it would keep.
  database.pragma('cache_size = -65536')
  sumDecimals.register(database)
  return new SqliteDialect({ database: withStatementCache(database) })
}

function postgres(connectionString: string): PostgresDialect {
  // Every bigint column holds a time, a slot, a height or a serial number: all below 2^53. Amounts are text.
  const int8 = pg.types.builtins.INT8
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
  }
  const pool = new pg.Pool({ connectionString, max: 10, types })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}
