import { setTimeout as delay } from 'node:timers/promises'
import {
  CamelCasePlugin,
  Kysely,
  type PluginTransformResultArgs,
  type QueryResult,
  sql,
  type UnknownRow,
} from 'kysely'
import { StartRefusedError } from '#domain/refused-error.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { columnReader } from './column-readers.ts'
import type { Database, Dialect } from './database.ts'
import { migrate } from './migrate.ts'
import { DEFAULT_POOL_SIZE, openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'
import type { Schema } from './schema.ts'
import { StoreHealth } from './store-health.ts'

export interface OpenOptions {
  /** How many connections PostgreSQL is asked for at most: two at least. */
  poolSize?: number
  /** How long a database that does not answer is waited for. */
  waitMs?: number
  /** Told each time that it does not answer. */
  onWait?(trouble: StoreUnavailableError): void
  /** Opens a store also where it was moved away, or is an unfinished copy: for what copies stores alone. */
  evenIfMarked?: boolean
}

/** How long after a try the next one is made. */
const RETRY_MS = 1_000

/**
 * Opens PostgreSQL for a `postgres://` URL and SQLite for a file path, and brings the schema up to date. Throws StoreUnavailableError
 * when the database does not answer in time, StartRefusedError when it is damaged, was made by a newer Ferry, was moved away, or is an
 * unfinished copy.
 */
export async function openDatabase(location: string, options: OpenOptions = {}): Promise<Database> {
  const endsAtMs = performance.now() + (options.waitMs ?? 0)
  for (;;) {
    try {
      return await open(location, options)
    } catch (error) {
      const mayPass = error instanceof StoreUnavailableError && !error.isLasting
      if (!mayPass || performance.now() >= endsAtMs) throw error
      options.onWait?.(error)
      await delay(RETRY_MS)
    }
  }
}

async function open(location: string, options: OpenOptions): Promise<Database> {
  const { poolSize = DEFAULT_POOL_SIZE, evenIfMarked = false } = options
  const dialect: Dialect = /^postgres(ql)?:\/\//.test(location) ? 'postgres' : 'sqlite'
  const health = new StoreHealth()
  const sqlite = dialect === 'sqlite' ? openSqlite(location, health) : null
  const db = new Kysely<Schema>({
    dialect: sqlite?.dialect ?? openPostgres(location, poolSize, health),
    plugins: [new ColumnNames()],
  })
  const sync = async () => sqlite?.log?.sync()
  const close = async () => {
    await sqlite?.log?.close()
    await db.destroy()
  }
  try {
    if (dialect === 'sqlite') await checkFile(db, location)
    const isNew = await migrate(db, dialect)
    if (!evenIfMarked) await assertInUse(db)
    return { db, dialect, isNew, health, sync, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Goes through the pages of an SQLite file. PostgreSQL checks each page as it reads it, where its checksums are on. */
async function checkFile(db: Kysely<Schema>, path: string): Promise<void> {
  const { rows } = await sql<{ quickCheck: string }>`pragma quick_check(1)`.execute(db)
  const found = rows[0]?.quickCheck
  // What the check has read is not what is asked for next: 64 MiB of a large file.
  await sql`pragma shrink_memory`.execute(db)
  if (found === 'ok') return
  throw new StartRefusedError(
    `The database ${path} is damaged: restore it from a backup. SQLite found: ${found}`,
  )
}

/** Two stores that pay from one wallet know nothing of each other. Throws StartRefusedError where this one was moved, or is half of a copy. */
async function assertInUse(db: Kysely<Schema>): Promise<void> {
  const found = await db.selectFrom('store_mark').selectAll().executeTakeFirst()
  if (!found) return
  const { mark, otherStore, atMs } = found
  const time = new Date(atMs).toISOString()
  throw new StartRefusedError(
    mark === 'moved'
      ? `This database was moved to ${otherStore} at ${time}: Ferry goes on there, and this one does not know what was claimed and paid since. Only if no server was ever started on that one, and none will be: npm run copy-store -- --reopen <this database>`
      : `This database is an unfinished copy of ${otherStore}, begun at ${time}: finish it by the same command (npm run copy-store) again, or remove it.`,
  )
}

/**
 * Spells columns in camelCase in the code and in snake_case in the database, and reads their values as the
 * records of `domain` have them. `ua`, the coin's unit, keeps its capitals: `amount_ua` is `amountUA`. Raw
 * SQL is spelled as in the database, and its result as in the code.
 */
export class ColumnNames extends CamelCasePlugin {
  readonly #names = new Map<string, string>()

  protected override camelCase(column: string): string {
    const known = this.#names.get(column)
    if (known !== undefined) return known
    const name = super.camelCase(column).replace(/Ua$/, 'UA')
    this.#names.set(column, name)
    return name
  }

  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows ?? []
    return first ? { ...result, rows: this.#readRows(result.rows, Object.keys(first)) } : result
  }

  /** Reads the rows of one result, all of which have these columns. */
  #readRows(rows: readonly UnknownRow[], columns: readonly string[]): UnknownRow[] {
    const fields = columns.map((column) => {
      const name = this.camelCase(column)
      return { column, name, reader: columnReader(name) }
    })
    // Copied for each row: to add one field after the other to an empty object takes five times as long.
    const empty: UnknownRow = Object.fromEntries(fields.map(({ name }) => [name, null]))
    return rows.map((row) => {
      const read = { ...empty }
      for (const { column, name, reader } of fields) {
        read[name] = reader ? reader(row[column]) : row[column]
      }
      return read
    })
  }
}
