import SqliteDatabase from 'better-sqlite3'
import { CommandRefusedError } from '#domain/refused-error.ts'
import { assertKnownSchema } from '#store/database/migrate.ts'
import { sqliteTrouble } from '#store/database/open-sqlite.ts'
import { readAppliedMigrations } from '#store/tools/back-up-sqlite.ts'
import { type CopiedRow, type CopySide, copySide, quoted } from './copy-side.ts'

/** Opens an SQLite file that is there. No other process has it open meanwhile. */
export function openSqliteSide(path: string): CopySide {
  const database = new SqliteDatabase(path, { fileMustExist: true, timeout: 1_000 })
  database.defaultSafeIntegers(true)
  let triggers: { name: string; sql: string }[] = []

  async function ask<Row extends object>(query: string, values: readonly unknown[] = []): Promise<Row[]> {
    const statement = database.prepare(query)
    if (statement.reader) return statement.all(values) as Row[]
    statement.run(values)
    return []
  }

  return copySide({
    name: path,
    dialect: 'sqlite',
    ask,

    async *read(query, size) {
      let chunk: CopiedRow[] = []
      for (const row of database.prepare(query).raw(true).iterate()) {
        chunk.push(row as CopiedRow)
        if (chunk.length < size) continue
        yield chunk
        chunk = []
      }
      if (chunk.length > 0) yield chunk
    },

    async begin() {
      await assertKnownSchema(readAppliedMigrations(database), 'sqlite')
      try {
        // In WAL mode any other connection, also an idle one, keeps this from being had.
        database.pragma('locking_mode = exclusive')
        database.pragma('synchronous = FULL')
        database.pragma('foreign_keys = ON')
        database.exec('begin immediate')
      } catch (error) {
        if (sqliteTrouble(error)?.trouble !== 'busy') throw error
        throw new CommandRefusedError(`${path} is open in another process. Stop the server first.`)
      }
    },

    async [Symbol.asyncDispose]() {
      database.close()
    },

    /** No server can run unseen: its open file would be in the way of the lock. */
    async refuseWrites() {},

    async setTriggers(act) {
      if (!act) triggers = await ask(`select name, sql from sqlite_schema where type = 'trigger'`)
      for (const { name, sql } of triggers) database.exec(act ? sql : `drop trigger ${quoted(name)}`)
    },

    async nextNumber({ name }) {
      const [row] = await ask<{ seq: bigint }>('select seq from sqlite_sequence where name = ?', [name])
      return (row?.seq ?? 0n) + 1n
    },

    async setNextNumber({ name }, next) {
      await ask('delete from sqlite_sequence where name = ?', [name])
      await ask('insert into sqlite_sequence (name, seq) values (?, ?)', [name, next - 1n])
    },
  })
}
