import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import SqliteDatabase from 'better-sqlite3'
import { CommandRefusedError } from '#domain/refused-error.ts'
import { APPLIED_MIGRATIONS, type AppliedMigration, assertKnownSchema } from '#store/database/migrate.ts'
import { sqliteTrouble } from '#store/database/open-sqlite.ts'

/** The rows of a table. */
interface TableCount {
  table: string
  rows: number
}

interface BackupReport {
  bytes: number
  counts: TableCount[]
}

/** How long a writer is waited for. Readers of a database in WAL mode wait for none. */
const BUSY_MS = 5_000

/**
 * Copies an SQLite database, also while a server writes to it, into a new file of mode 0600. The copy is the state of one moment, with
 * every commit that was made before. It bears its name only once it is complete, checked and on the disk. Throws CommandRefusedError, or
 * StartRefusedError where this build does not know its schema, and leaves no file then.
 */
export async function backUpSqlite(from: string, to: string): Promise<BackupReport> {
  if (!existsSync(from)) throw new CommandRefusedError(`There is no database at ${from}. Is DATA_DIR right?`)
  if (existsSync(to)) throw exists(to)
  const unfinished = join(dirname(to), `.${basename(to)}.unfinished-${randomBytes(6).toString('hex')}`)
  makeFile(unfinished)
  try {
    const migrations = await inWords(`${from} can not be copied to ${to}`, () => copyInto(from, unfinished))
    const counts = await inWords('The copy can not be read', async () => checkCopy(unfinished, migrations))
    toDisk(unfinished, 'r+')
    giveName(unfinished, to)
    return { bytes: statSync(to).size, counts }
  } finally {
    for (const suffix of ['', '-journal']) rmSync(unfinished + suffix, { force: true })
  }
}

function exists(path: string): CommandRefusedError {
  return new CommandRefusedError(`${path} is there already, and is not overwritten: give another name.`)
}

/** SQLite writes into a file that is there and empty, and leaves its mode as it is. */
function makeFile(path: string): void {
  const folder = dirname(path)
  if (!existsSync(folder)) {
    throw new CommandRefusedError(
      `There is no folder ${folder}: make it, or see whether its disk is mounted.`,
    )
  }
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    throw new CommandRefusedError(`${folder} can not be written to: ${reasonOf(error)}`)
  }
}

/**
 * Writes the database as one read transaction sees it. The online backup API begins anew whenever another process has committed, and
 * may never end while claims come in. Returns the migrations.
 */
async function copyInto(from: string, to: string): Promise<AppliedMigration[]> {
  const source = new SqliteDatabase(from, { fileMustExist: true, timeout: BUSY_MS })
  try {
    const migrations = readAppliedMigrations(source)
    await assertKnownSchema(migrations, 'sqlite')
    source.prepare('vacuum into ?').run(to)
    return migrations
  } finally {
    source.close()
  }
}

/** Throws CommandRefusedError where the file is none of Ferry's. */
export function readAppliedMigrations(database: SqliteDatabase.Database): AppliedMigration[] {
  const isThere = database.prepare(`select 1 from sqlite_schema where name = 'kysely_migration'`).get()
  if (!isThere) throw new CommandRefusedError(`${database.name} is no database of Ferry's.`)
  return database.prepare(APPLIED_MIGRATIONS).all() as AppliedMigration[]
}

/** Opens the copy as one that is restored would be, and goes through every page and index of it. */
function checkCopy(path: string, migrations: readonly AppliedMigration[]): TableCount[] {
  const copy = new SqliteDatabase(path, { readonly: true, fileMustExist: true })
  try {
    const found = copy.pragma('integrity_check(1)', { simple: true })
    if (found !== 'ok')
      throw new CommandRefusedError(`The copy is damaged, and so may be the database: ${found}`)
    if (!isDeepStrictEqual(readAppliedMigrations(copy), migrations))
      throw new CommandRefusedError('The schema was changed meanwhile: try again.')
    const tables = copy
      .prepare(
        `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`,
      )
      .pluck()
      .all() as string[]
    return tables.map((table) => ({
      table,
      rows: copy.prepare(`select count(*) from "${table}"`).pluck().get() as number,
    }))
  } finally {
    copy.close()
  }
}

/** Takes the name first, which fails where it is taken, and a rename would not. */
function giveName(unfinished: string, to: string): void {
  try {
    closeSync(openSync(to, 'wx', 0o600))
    renameSync(unfinished, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw exists(to)
    throw new CommandRefusedError(`${to} can not be made: ${reasonOf(error)}`)
  }
  // Windows opens no folders.
  if (process.platform !== 'win32') toDisk(dirname(to), 'r')
}

function toDisk(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } catch (error) {
    throw new CommandRefusedError(`The copy can not be written to the disk: ${reasonOf(error)}`)
  } finally {
    closeSync(file)
  }
}

async function inWords<T>(what: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const trouble = sqliteTrouble(error)
    if (trouble === null) throw error
    // SQLite does not say which of the two files it means.
    throw new CommandRefusedError(`${what}: ${reasonOf(error)} (${trouble.trouble}).`)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
