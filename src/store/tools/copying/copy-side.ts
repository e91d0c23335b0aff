import pg from 'pg'
import { CommandRefusedError } from '#domain/refused-error.ts'
import type { Dialect } from '#store/database/database.ts'
import { APPLIED_MIGRATIONS, type AppliedMigration } from '#store/database/migrate.ts'
import type { StoreMarkTable } from '#store/database/schema.ts'

/** As both databases hold it: whole numbers as bigint, text and numerics as text, bytes as bytes. */
export type CopiedValue = bigint | string | Buffer | null

export type CopiedRow = readonly CopiedValue[]

interface CopiedColumn {
  name: string
  kind: 'integer' | 'text' | 'bytes'
}

/** A table as its database's catalogue describes it: the same in both databases. */
export interface CopiedTable {
  name: string
  columns: CopiedColumn[]
  /** The columns of the primary key, in its order. */
  key: string[]
  /** The tables that its foreign keys name. */
  references: string[]
  /** The column that the database itself numbers; null for none. */
  serial: string | null
}

export type StoreMark = Omit<StoreMarkTable, 'id'>

/**
 * A connection to one of the two databases, and what is done in another way in each. What was not committed by its end is
 * undone.
 */
interface CopyDatabase extends AsyncDisposable {
  /** Its location, without a password. */
  readonly name: string
  readonly dialect: Dialect
  /** Reads whole numbers as bigint, and everything else as a CopiedValue. */
  ask<Row extends object>(query: string, values?: readonly CopiedValue[]): Promise<Row[]>
  read(query: string, size: number): AsyncIterable<CopiedRow[]>
  /** Throws StartRefusedError where this build does not know its schema, CommandRefusedError where a server uses it. */
  begin(): Promise<void>
  /** Refuses whatever a server writes that was running unseen, or no longer. */
  refuseWrites(refused: boolean): Promise<void>
  /** Has triggers act or not: what they would add is copied. */
  setTriggers(act: boolean): Promise<void>
  /** Returns the number that the next row gets. */
  nextNumber(table: CopiedTable): Promise<bigint>
  setNextNumber(table: CopiedTable, next: bigint): Promise<void>
}

interface ColumnInfo {
  table_name: string
  name: string
  type: string
  /** In the primary key, from 1 on; null outside. */
  place: bigint | null
  /** 1 for a column that the database numbers. */
  is_serial: bigint
}

/** The parts of statements that differ. */
interface Words {
  /** Asks for ColumnInfo, by table and in the order of the columns. */
  columns: string
  /** Asks for the `references_table` of each foreign key of `table_name`. */
  references: string
  kinds: Readonly<Record<string, CopiedColumn['kind']>>
  /** The collation that sorts text by its bytes. */
  byBytes: string
  /** Lets an insertion number its rows itself. */
  ownNumbers: string
  /** The place of a parameter, from 1 on. */
  place(number: number): string
}

const WORDS: Readonly<Record<Dialect, Words>> = {
  sqlite: {
    columns: `
      select t.name as table_name, c.name, c.type, nullif(c.pk, 0) as place,
        c.pk = 1 and t.sql like '%autoincrement%' as is_serial
      from sqlite_schema t join pragma_table_info(t.name) c
      where t.type = 'table' and t.name not like 'sqlite_%' order by t.name, c.cid`,
    references: `
      select distinct t.name as table_name, f."table" as references_table
      from sqlite_schema t join pragma_foreign_key_list(t.name) f where t.type = 'table' order by 1, 2`,
    kinds: { integer: 'integer', bigint: 'integer', text: 'text', blob: 'bytes' },
    byBytes: 'binary',
    ownNumbers: '',
    place: () => '?',
  },
  postgres: {
    columns: `
      select c.relname as table_name, a.attname as name, format_type(a.atttypid, null) as type,
        (select n from unnest(i.indkey) with ordinality as k (attnum, n) where k.attnum = a.attnum) as place,
        (a.attidentity <> '')::int as is_serial
      from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      order by c.relname, a.attnum`,
    references: `
      select distinct c.relname as table_name, f.relname as references_table
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
      where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace order by 1, 2`,
    kinds: {
      smallint: 'integer',
      integer: 'integer',
      bigint: 'integer',
      text: 'text',
      'character varying': 'text',
      // Sums of any size, which SQLite has no type for and keeps as text.
      numeric: 'text',
      bytea: 'bytes',
    },
    byBytes: '"C"',
    ownNumbers: 'overriding system value',
    place: (number) => `$${number}`,
  },
}

/** Not copied: the target has its own, or, for lists that wait for an answer, takes the upload again. */
export const LEFT_OUT: readonly string[] = [
  'kysely_migration',
  'kysely_migration_lock',
  'running_server',
  'store_mark',
  'list_upload',
  'list_upload_chunk',
]

export type CopySide = ReturnType<typeof copySide>

/** One of the two stores of a copy: nobody else writes to it from `begin` until `commit` or the end. */
export function copySide(database: CopyDatabase) {
  const { name, ask } = database
  const words = WORDS[database.dialect]
  const places = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => words.place(first + index)).join(', ')

  return {
    ...database,

    async commit(): Promise<void> {
      await ask('commit')
    },

    /** Reads the names of those that were applied. */
    async migrations(): Promise<string[]> {
      return (await ask<AppliedMigration>(APPLIED_MIGRATIONS)).map((migration) => migration.name)
    },

    /** Reads from the catalogue every table that is copied. */
    async tables(): Promise<CopiedTable[]> {
      const columns = Map.groupBy(await ask<ColumnInfo>(words.columns), (column) => column.table_name)
      const references = await ask<{ table_name: string; references_table: string }>(words.references)
      return [...columns]
        .filter(([table]) => !LEFT_OUT.includes(table))
        .map(([table, infos]) => ({
          name: table,
          columns: infos.map((info) => ({ name: info.name, kind: kindOf(info, words) })),
          key: infos
            .filter(({ place }) => place !== null)
            .sort((one, other) => Number(one.place) - Number(other.place))
            .map((info) => info.name),
          references: references
            .filter((each) => each.table_name === table)
            .map((each) => each.references_table),
          serial: infos.find((info) => info.is_serial === 1n)?.name ?? null,
        }))
    },

    async mark(): Promise<StoreMark | null> {
      const [row] = await ask<Record<string, CopiedValue>>(
        'select mark, copy_id, other_store, at_ms from store_mark',
      )
      if (row === undefined) return null
      const { mark, copy_id, other_store, at_ms } = row
      return { mark, copyId: copy_id, otherStore: other_store, atMs: Number(at_ms) } as StoreMark
    },

    /** Where it is `moved`, nothing more is written to it. */
    async setMark(mark: StoreMark | null): Promise<void> {
      await database.refuseWrites(false)
      await ask('delete from store_mark')
      if (mark === null) return
      const values = [mark.mark, mark.copyId, mark.otherStore, BigInt(mark.atMs)]
      await ask(`insert into store_mark values (1, ${places(1, values.length)})`, values)
      if (mark.mark === 'moved') await database.refuseWrites(true)
    },

    /** Reads rows in the order of the key, as bytes sort it, so many at a time. */
    async *chunks(table: CopiedTable, size: number): AsyncIterable<CopiedRow[]> {
      const order = table.key.map((column) => {
        const isText = table.columns.some((each) => each.name === column && each.kind === 'text')
        return quoted(column) + (isText ? ` collate ${words.byBytes}` : '')
      })
      const query = `select ${columnList(table)} from ${quoted(table.name)} order by ${order}`
      for await (const rows of database.read(query, size)) {
        for (const row of rows) assertKinds(table, row)
        yield rows
      }
    },

    async isEmpty(table: CopiedTable): Promise<boolean> {
      return (await ask(`select 1 from ${quoted(table.name)} limit 1`)).length === 0
    },

    async insert(table: CopiedTable, rows: readonly CopiedRow[]): Promise<void> {
      const width = table.columns.length
      const values = rows.map((_, index) => `(${places(index * width + 1, width)})`)
      const into = `insert into ${quoted(table.name)} (${columnList(table)}) ${words.ownNumbers}`
      try {
        await ask(`${into} values ${values}`, rows.flat())
      } catch (error) {
        // Text with a zero byte, say, which SQLite holds and PostgreSQL does not.
        if (!(error instanceof pg.DatabaseError)) throw error
        throw new CommandRefusedError(`${name} does not take a row of table ${table.name}: ${error.message}`)
      }
    },
  }
}

function kindOf({ table_name, name, type }: ColumnInfo, { kinds }: Words): CopiedColumn['kind'] {
  const kind = kinds[type.toLowerCase()]
  if (kind !== undefined) return kind
  throw new CommandRefusedError(`Column ${name} of ${table_name} is of a type that is not copied: ${type}`)
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

/** Quotes a name as both databases take it in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function columnList({ columns }: CopiedTable): string {
  return columns.map(({ name }) => quoted(name)).join(', ')
}

/** Writes the key of a row, to be read. */
export function describeKey({ key, columns }: CopiedTable, row: CopiedRow): string {
  return key.map((name) => String(row[columns.findIndex((column) => column.name === name)])).join(', ')
}
