import SqliteDatabase from 'better-sqlite3'
import { type StoreTrouble, StoreUnavailableError } from '#domain/store-unavailable-error.ts'

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
