import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'
import type { StoreHealth } from './store-health.ts'

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

/**
 * Identifies the time for which this database has been running without a break: while it stays the same, no
 * commit is lost. A PostgreSQL that was restarted, or a standby that took its place, has another.
 */
export async function databaseEpoch({ db, dialect }: Database): Promise<string> {
  if (dialect === 'sqlite') return 'this process'
  const { rows } = await sql<{ epoch: string }>`
    select pg_postmaster_start_time()::text || ' ' || coalesce(inet_server_addr()::text, '')
      || ' ' || coalesce(inet_server_port()::text, '') as epoch`.execute(db)
  return rows[0]?.epoch ?? ''
}

/** Milliseconds since the epoch by the database's own clock, which all servers share. On SQLite it is that of their machine. */
export function databaseNow(dialect: Dialect): RawBuilder<number> {
  return dialect === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
}

/**
 * The databases that Ferry runs on. The SQL is the same wherever it can be; where not, it depends on this.
 */
export type Dialect = 'sqlite' | 'postgres'

/**
 * The settings without which a commit of PostgreSQL's may not survive a crash or a power cut: none may be
 * `off`.
 */
const POSTGRES_SETTINGS = ['synchronous_commit', 'fsync', 'full_page_writes'] as const

/** SQLite's `pragma synchronous`, by number: below FULL a power cut may take the last commits away. */
const SQLITE_LEVELS = ['OFF', 'NORMAL', 'FULL', 'EXTRA'] as const
const SQLITE_FULL = 2

/** Reads which settings may make the database lose what it has confirmed, in words; null when none does. */
export function readDurability({ db, dialect }: Database): Promise<string | null> {
  return dialect === 'postgres' ? ofPostgres(db) : ofSqlite(db)
}

async function ofPostgres(db: Database['db']): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where setting = 'off' and name in (${sql.join([...POSTGRES_SETTINGS])})
  `.execute(db)
  const off = POSTGRES_SETTINGS.filter((setting) => rows.some(({ name }) => name === setting))
  return off.length === 0 ? null : off.map((setting) => `${setting} is off`).join(' and ')
}

async function ofSqlite(db: Database['db']): Promise<string | null> {
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db)
  const level = rows[0]?.synchronous ?? 0
  return level >= SQLITE_FULL ? null : `synchronous is ${SQLITE_LEVELS[level]}`
}
