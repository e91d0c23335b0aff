import { sql } from 'kysely'
import type { Database } from './database.ts'

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
