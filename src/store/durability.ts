import { sql } from 'kysely'
import type { Database } from './database.ts'

/** What a commit of PostgreSQL's needs in order to survive a crash and a power cut: each `on`, or any word but `off`. */
const POSTGRES_SETTINGS = ['synchronous_commit', 'fsync', 'full_page_writes'] as const

/** SQLite's `pragma synchronous`, by number: below FULL a power cut may take the last commits away. */
const SQLITE_LEVELS = ['OFF', 'NORMAL', 'FULL', 'EXTRA'] as const
const SQLITE_FULL = 2

/** Reads which settings let the database forget what it has confirmed, in words; null when none does. */
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
