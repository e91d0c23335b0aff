import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type SqliteDatabase as KyselyDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { type StoreTrouble, StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { sumDecimals } from './column-readers.ts'
import type { StoreHealth } from './store-health.ts'

/** How long a writer waits for another process. */
const BUSY_MS = 5_000

/** An SQLite file, and the sync of what statements that are SYNCED_AFTER have written: null where SQLite syncs those, too. */
interface OpenedSqlite {
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

/** By primary result code (https://www.sqlite.org/rescode.html); the extended ones begin with them. */
const BY_CODE: readonly (readonly [code: string, trouble: StoreTrouble])[] = [
  ['SQLITE_FULL', 'full'],
  ['SQLITE_NOMEM', 'full'],
  ['SQLITE_IOERR', 'disk'],
  ['SQLITE_CANTOPEN', 'disk'],
  ['SQLITE_PERM', 'disk'],
  ['SQLITE_READONLY', 'read_only'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
]

/** Tells whether an error is the file's or the disk's state instead of the statement's fault, and which. */
export function sqliteTrouble(error: unknown): StoreUnavailableError | null {
  if (!(error instanceof SqliteDatabase.SqliteError)) return null
  const [, trouble] = BY_CODE.find(([code]) => error.code.startsWith(code)) ?? []
  return trouble === undefined ? null : new StoreUnavailableError(trouble, error)
}

/**
 * Begins the text of an SQLite statement whose commit is not synced by SQLite, on the event loop, but by `LogSync`, in a thread. Nobody
 * may be told of what it wrote before that.
 */
export const SYNCED_AFTER = '/* synced after */ '

/** Runs a statement whose commit is only written to the log. None else runs meanwhile: what it does is synchronous. */
function withoutSync<T>(database: SqliteDatabase.Database, run: () => T): T {
  database.exec('pragma synchronous = NORMAL')
  try {
    return run()
  } finally {
    database.exec('pragma synchronous = FULL')
  }
}

const BY_ERRNO: Readonly<Record<string, StoreTrouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read_only',
}

/** Syncs the write-ahead log of an SQLite file, which holds every commit that is not yet in the file itself. */
export class LogSync {
  readonly #path: string
  readonly #health: StoreHealth
  #log: Promise<FileHandle> | null = null

  constructor(path: string, health: StoreHealth) {
    this.#path = path
    this.#health = health
  }

  /** Resolves once every commit that was made before is on the disk. Throws StoreUnavailableError. */
  async sync(): Promise<void> {
    try {
      this.#log ??= this.#opened()
      await (await this.#log).datasync()
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      const trouble = new StoreUnavailableError(BY_ERRNO[code] ?? 'disk', error)
      this.#health.note(trouble)
      throw trouble
    }
  }

  async close(): Promise<void> {
    const log = this.#log
    this.#log = null
    await (await log?.catch(() => null))?.close()
  }

  /** The log stays the same file as long as a connection is open. Its name has to be on the disk as well. */
  async #opened(): Promise<FileHandle> {
    try {
      if (process.platform !== 'win32') await syncFolder(dirname(this.#path))
      return await open(`${this.#path}-wal`, 'r+')
    } catch (error) {
      this.#log = null
      throw error
    }
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}
