import SqliteDatabase from 'better-sqlite3'
import { CommandRefusedError } from '#domain/command-refused-error.ts'
import { readAppliedMigrations } from '#store/back-up-sqlite.ts'
import { assertKnownSchema } from '#store/known-schema.ts'
import { sqliteTrouble } from '#store/sqlite-trouble.ts'
import { columnList, describeKey, quoted } from './copied-rows.ts'
import {
  type CopiedColumn,
  type CopiedRow,
  type CopiedTable,
  type CopiedValue,
  type CopySide,
  LEFT_OUT,
  type StoreMark,
} from './copy-side.ts'

const KINDS: Readonly<Record<string, CopiedColumn['kind']>> = {
  INTEGER: 'integer',
  BIGINT: 'integer',
  TEXT: 'text',
  BLOB: 'bytes',
}

interface ColumnInfo {
  name: string
  type: string
  /** From 1 on in the primary key, else 0. */
  pk: number
}

/** Opens an SQLite file that is there. No other process has it open meanwhile. */
export function openSqliteSide(path: string): CopySide {
  const database = new SqliteDatabase(path, { fileMustExist: true, timeout: 1_000 })
  let triggers: { name: string; sql: string }[] = []
  const pluck = <T>(query: string, ...values: unknown[]) =>
    database
      .prepare(query)
      .pluck()
      .all(...values) as T[]

  function describe(name: string): CopiedTable {
    const infos = database
      .prepare('select name, type, pk from pragma_table_info(?)')
      .all(name) as ColumnInfo[]
    const key = infos.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk)
    const [definition = ''] = pluck<string>('select sql from sqlite_schema where name = ?', name)
    return {
      name,
      columns: infos.map((column) => ({ name: column.name, kind: kindOf(name, column) })),
      key: key.map((column) => column.name),
      references: pluck<string>('select distinct "table" from pragma_foreign_key_list(?) order by 1', name),
      serial: /autoincrement/i.test(definition) ? (key[0]?.name ?? null) : null,
    }
  }

  return {
    name: path,

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

    async commit() {
      database.exec('commit')
    },

    async close() {
      database.close()
    },

    migrations: async () => readAppliedMigrations(database).map(({ name }) => name),

    tables: async () =>
      pluck<string>(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
        .filter((name) => !LEFT_OUT.includes(name))
        .map(describe),

    async mark() {
      const row = database.prepare('select mark, copy_id, other_store, at_ms from store_mark').get()
      if (row === undefined) return null
      const { mark, copy_id, other_store, at_ms } = row as Record<string, unknown>
      return { mark, copyId: copy_id, otherStore: other_store, atMs: at_ms } as StoreMark
    },

    async setMark(mark) {
      database.exec('delete from store_mark')
      if (mark === null) return
      const { copyId, otherStore, atMs } = mark
      database
        .prepare('insert into store_mark values (1, ?, ?, ?, ?)')
        .run(mark.mark, copyId, otherStore, atMs)
    },

    async *chunks(table, size) {
      const rows = database
        .prepare(`select ${columnList(table)} from ${quoted(table.name)} order by ${table.key.map(quoted)}`)
        .safeIntegers(true)
        .raw(true)
        .iterate() as IterableIterator<CopiedRow>
      let chunk: CopiedRow[] = []
      for (const row of rows) {
        assertKinds(table, row)
        chunk.push(row)
        if (chunk.length < size) continue
        yield chunk
        chunk = []
      }
      if (chunk.length > 0) yield chunk
    },

    isEmpty: async ({ name }) =>
      database.prepare(`select 1 from ${quoted(name)} limit 1`).get() === undefined,

    async beginInserting() {
      const found = database.prepare(`select name, sql from sqlite_schema where type = 'trigger'`).all()
      triggers = found as typeof triggers
      for (const { name } of triggers) database.exec(`drop trigger ${quoted(name)}`)
    },

    async insert(table, rows) {
      const places = table.columns.map(() => '?').join(', ')
      const insertion = database.prepare(
        `insert into ${quoted(table.name)} (${columnList(table)}) values (${places})`,
      )
      for (const row of rows) insertion.run(row)
    },

    async endInserting() {
      for (const { sql } of triggers) database.exec(sql)
    },

    async nextNumber({ name }) {
      const last = database
        .prepare('select seq from sqlite_sequence where name = ?')
        .safeIntegers(true)
        .pluck()
        .get(name)
      return ((last as bigint | undefined) ?? 0n) + 1n
    },

    async setNextNumber({ name }, next) {
      database.prepare('delete from sqlite_sequence where name = ?').run(name)
      database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, next - 1n)
    },
  }
}

function kindOf(table: string, { name, type }: ColumnInfo): CopiedColumn['kind'] {
  const kind = KINDS[type.toUpperCase()]
  if (kind !== undefined) return kind
  throw new CommandRefusedError(`Column ${name} of ${table} is of a type that is not copied: ${type}`)
}

/** SQLite keeps any kind of value in any column; what Ferry did not write is not copied. */
function assertKinds(table: CopiedTable, row: CopiedRow): void {
  for (const [index, column] of table.columns.entries()) {
    const found = kindOfValue(row[index] ?? null)
    if (found === null || found === column.kind) continue
    throw new CommandRefusedError(
      `Column ${column.name} of ${table.name} holds ${found} where ${column.kind} belongs, in the row ${describeKey(table, row)}: Ferry did not write that.`,
    )
  }
}

function kindOfValue(value: CopiedValue): string | null {
  if (value === null) return null
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'string') return 'text'
  return Buffer.isBuffer(value) ? 'bytes' : 'a fraction'
}
