import SqliteDatabase from 'better-sqlite3'
import { type SqliteDatabase as KyselyDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { sumDecimals } from './column-readers.ts'
import { LogSync, SYNCED_AFTER, withoutSync } from './log-sync.ts'
import { sqliteTrouble } from './sqlite-trouble.ts'
import type { StoreHealth } from './store-health.ts'

/** How long a writer waits for another process. */
const BUSY_MS = 5_000

/** An SQLite file, and the sync of what statements that are SYNCED_AFTER have written: null where SQLite syncs those, too. */
export interface OpenedSqlite {
  dialect: SqliteDialect
  log: LogSync | null
}

/** Opens an SQLite file, and makes it where there is none. Throws StoreUnavailableError. */
export function openSqlite(path: string, health: StoreHealth): OpenedSqlite {
  const database = watched(health, () => new SqliteDatabase(path, { timeout: BUSY_MS }))
  try {
    watched(health, () => {
      database.pragma('journal_mode = WAL')
      // A commit that was answered survives a power cut. NORMAL may lose the last commits, and with them a journaled attempt.
      database.pragma('synchronous = FULL')
      database.pragma('foreign_keys = ON')
      // 64 MiB: the indexes of a million claims do not fit into the 2 MiB that it would keep.
      database.pragma('cache_size = -65536')
      // 16 MiB: the pages that claims touch are written to the file once for a few hundred of them, not for a hundred.
      database.pragma('wal_autocheckpoint = 4096')
    })
  } catch (error) {
    database.close()
    throw error
  }
  sumDecimals.register(database)
  // In memory, or where the file system has no shared memory, there is no such log.
  const log = database.pragma('journal_mode', { simple: true }) === 'wal' ? new LogSync(path, health) : null
  const statements = {
    prepare: (text: string) => {
      const statement = watchedStatement(database, text, health)
      return log && text.startsWith(SYNCED_AFTER) ? syncedAfter(database, statement) : statement
    },
    close: () => void database.close(),
  }
  return { dialect: new SqliteDialect({ database: withStatementCache(statements) }), log }
}

function syncedAfter(database: SqliteDatabase.Database, statement: SqliteStatement): SqliteStatement {
  return {
    ...statement,
    all: (parameters) => withoutSync(database, () => statement.all(parameters)),
    run: (parameters) => withoutSync(database, () => statement.run(parameters)),
  }
}

/** A statement by which the file's and the disk's trouble is thrown as such, and remembered. */
function watchedStatement(
  database: SqliteDatabase.Database,
  text: string,
  health: StoreHealth,
): SqliteStatement {
  const statement = watched(health, () => database.prepare(text)) as unknown as SqliteStatement
  // SQLite may have rolled a transaction back itself, when its disk was full: a second time it would refuse, and hide why.
  const isOver = text === 'rollback' ? () => !database.inTransaction : () => false
  return {
    reader: statement.reader,
    all: (parameters) => watched(health, () => statement.all(parameters)),
    run: (parameters) =>
      isOver() ? { changes: 0, lastInsertRowid: 0 } : watched(health, () => statement.run(parameters)),
    iterate: (parameters) => watched(health, () => statement.iterate(parameters)),
  }
}

function watched<T>(health: StoreHealth, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const trouble = sqliteTrouble(error)
    if (trouble === null) throw error
    health.note(trouble)
    throw trouble
  }
}

/** More than there are fixed statements; those whose text varies with their input evict each other. */
const KEPT_STATEMENTS = 200

/** Keeps prepared statements: preparing one takes longer than running most of them. The least recently used goes first. */
export function withStatementCache(database: KyselyDatabase): KyselyDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(text) {
      // SQLite acts on some pragmas, and reads others, when it prepares them: a second run would do nothing, or tell the past.
      if (text.startsWith('pragma')) return database.prepare(text)
      const statement = statements.get(text) ?? bindingAsText(database.prepare(text))
      statements.delete(text)
      statements.set(text, statement)
      if (statements.size > KEPT_STATEMENTS) statements.delete(statements.keys().next().value ?? '')
      return statement
    },
  }
}

/** Amounts are columns of text, and bound as such: an INTEGER of SQLite ends at 2^63, and a wei amount at 2^256. */
function bindingAsText(statement: SqliteStatement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters.map(bound)),
    run: (parameters) => statement.run(parameters.map(bound)),
    iterate: (parameters) => statement.iterate(parameters.map(bound)),
  }
}

function bound(parameter: unknown): unknown {
  return typeof parameter === 'bigint' ? parameter.toString() : parameter
}
