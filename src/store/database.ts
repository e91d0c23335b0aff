import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { StartRefusedError } from '#domain/start-refused-error.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { assertInUse } from './assert-in-use.ts'
import { ColumnNames } from './column-names.ts'
import type { Dialect } from './dialect.ts'
import { migrate } from './migrate.ts'
import { DEFAULT_POOL_SIZE, openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'
import type { Schema } from './schema.ts'
import { StoreHealth } from './store-health.ts'

/** An open store: the query builder, and which database stands behind it. */
export interface Database {
  readonly db: Kysely<Schema>
  readonly dialect: Dialect
  /** It was empty when it was opened: no older copy of it exists. */
  readonly isNew: boolean
  /** What was met that the next read would not show. */
  readonly health: StoreHealth
  /** Resolves once what statements that are SYNCED_AFTER have written is durable. Throws StoreUnavailableError. */
  sync(): Promise<void>
  close(): Promise<void>
}

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
