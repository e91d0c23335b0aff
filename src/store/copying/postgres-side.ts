import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { CommandRefusedError } from '#domain/command-refused-error.ts'
import { APPLIED_MIGRATIONS, type AppliedMigration, assertKnownSchema } from '#store/known-schema.ts'
import { asLibpqReads } from '#store/open-postgres.ts'
import { postgresTrouble } from '#store/postgres-trouble.ts'
import { columnList, quoted } from './copied-rows.ts'
import {
  type CopiedColumn,
  type CopiedTable,
  type CopiedValue,
  type CopySide,
  LEFT_OUT,
  type StoreMark,
} from './copy-side.ts'

/** How long an import may be silent before it counts as dead: by the server's own rule (see snapshots.ts). */
const HEARD_OF_WITHIN_MS = 60_000

const NOW_MS = 'extract(epoch from clock_timestamp()) * 1000'

/** All that tells of a server. One that is quiet has no connection: what it then writes is refused by the mark's triggers. */
const USES = `select
  (select count(*) from pg_stat_activity
    where datname = current_database() and application_name = 'ferry') as connections,
  (select count(*) from lease where expires_at_ms > ${NOW_MS}) as leases,
  (select count(*) from snapshot
    where state = 'staging' and heartbeat_at_ms > ${NOW_MS} - ${HEARD_OF_WITHIN_MS}) as uploads`

/** SQLSTATE of two sessions that wait for each other's locks. */
const DEADLOCK = '40P01'

/** The connections of one that has just ended are there for a moment more. */
const LOOKS = 10
const LOOK_AGAIN_AFTER_MS = 200

const TABLE_NAMES = `select relname from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by 1`

const LIMITS = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = '10s'; set local bytea_output = hex`

/** SQLSTATE 25006 is that of a database that can only be read: a server answers 503 by it, and is not ready. */
const CLOSE = `create or replace function store_moved() returns trigger language plpgsql as $$ begin
  raise exception 'this database was moved by copy-store' using errcode = '25006';
end $$`

/** Connects to a PostgreSQL. Nothing else writes to it meanwhile: all its tables are locked. */
export async function openPostgresSide(location: string): Promise<CopySide> {
  const name = nameOf(location)
  const client = new pg.Client({
    connectionString: asLibpqReads(location),
    application_name: 'ferry copy-store',
    keepAlive: true,
    // Every value as the text that PostgreSQL sends: exact.
    types: { getTypeParser: (() => (text: string) => text) as unknown as typeof pg.types.getTypeParser },
  })
  client.on('error', () => {})
  await inWords(() => client.connect())

  async function ask<Row extends object>(query: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await inWords(() => client.query<Row>(query, [...values]))
    return rows
  }

  async function tableNames(): Promise<string[]> {
    return (await ask<{ relname: string }>(TABLE_NAMES)).map(({ relname }) => relname)
  }

  async function readUses(): Promise<[what: string, count: string][]> {
    // Without it the activity is the one that was seen first.
    await ask('select pg_stat_clear_snapshot()')
    const [found] = await ask<Record<string, string>>(USES)
    return Object.entries(found ?? {}).filter(([, count]) => count !== '0')
  }

  async function assertUnused(): Promise<void> {
    let uses = await readUses()
    for (let looked = 1; uses.length > 0 && looked < LOOKS; looked += 1) {
      await delay(LOOK_AGAIN_AFTER_MS)
      uses = await readUses()
    }
    if (uses.length === 0) return
    throw new CommandRefusedError(
      `A server uses ${name}: ${uses.map(([what, count]) => `${count} ${what}`).join(', ')}. Stop every server first. The lease of one that was killed ends within seconds, its upload within a minute.`,
    )
  }

  async function lockTables(tables: readonly string[]): Promise<void> {
    try {
      await ask(`lock table ${tables.map(quoted).join(', ')} in share row exclusive mode`)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === DEADLOCK)) throw error
      throw new CommandRefusedError(
        `Something else writes to ${name} at this moment. Stop every server and whatever else uses it, and try again.`,
      )
    }
  }

  async function forEachTable(statement: (table: string) => string): Promise<void> {
    for (const table of await tableNames()) {
      if (!LEFT_OUT.includes(table)) await ask(statement(quoted(table)))
    }
  }

  return {
    name,

    async begin() {
      const tables = await tableNames()
      if (tables.includes('kysely_migration'))
        await assertKnownSchema(await ask(APPLIED_MIGRATIONS), 'postgres')
      if (!tables.includes('store_mark')) {
        throw new CommandRefusedError(`${name} is no database of this version of Ferry.`)
      }
      // A server that is at work would meet the locks half way: the two would wait for each other.
      await assertUnused()
      await ask('begin isolation level repeatable read')
      await client.query(LIMITS)
      // Before anything is read: what is read later is what was there when the lock was had.
      await lockTables(tables)
      await assertUnused()
    },

    async commit() {
      await ask('commit')
    },

    close: () => client.end(),

    async migrations() {
      return (await ask<AppliedMigration>(APPLIED_MIGRATIONS)).map(({ name }) => name)
    },

    tables: () => readPostgresTables(ask),

    async mark() {
      const [row] = await ask<Record<string, string>>(
        'select mark, copy_id, other_store, at_ms from store_mark',
      )
      if (row === undefined) return null
      const { mark, copy_id, other_store, at_ms } = row
      return { mark, copyId: copy_id, otherStore: other_store, atMs: Number(at_ms) } as StoreMark
    },

    async setMark(mark) {
      await ask('delete from store_mark')
      await ask('drop function if exists store_moved cascade')
      if (mark === null) return
      await ask('insert into store_mark values (1, $1, $2, $3, $4)', [
        mark.mark,
        mark.copyId,
        mark.otherStore,
        mark.atMs,
      ])
      if (mark.mark !== 'moved') return
      await ask(CLOSE)
      await forEachTable(
        (table) => `create trigger store_moved before insert or update or delete or truncate on ${table}
          for each statement execute function store_moved()`,
      )
    },

    async *chunks(table, size) {
      const order = table.key.map((column) => quoted(column) + collation(table, column))
      await ask(
        `declare copied no scroll cursor for select ${columnList(table)} from ${quoted(table.name)} order by ${order}`,
      )
      for (;;) {
        const query = { text: `fetch ${size} from copied`, rowMode: 'array' as const }
        const { rows } = await inWords(() => client.query<(string | null)[]>(query))
        if (rows.length === 0) break
        yield rows.map((row) => row.map((text, index) => readValue(text, table.columns[index])))
      }
      await ask('close copied')
    },

    async isEmpty(table) {
      return (await ask(`select 1 from ${quoted(table.name)} limit 1`)).length === 0
    },

    beginInserting: () => forEachTable((table) => `alter table ${table} disable trigger user`),

    async insert(table, rows) {
      const width = table.columns.length
      const places = rows.map(
        (_, row) => `(${table.columns.map((_column, index) => `$${row * width + index + 1}`).join(', ')})`,
      )
      const values = rows.flat().map((value) => (typeof value === 'bigint' ? value.toString() : value))
      const insertion = `insert into ${quoted(table.name)} (${columnList(table)}) overriding system value values ${places}`
      try {
        await ask(insertion, values)
      } catch (error) {
        // Text with a zero byte, say, which SQLite holds and PostgreSQL does not.
        if (!(error instanceof pg.DatabaseError)) throw error
        throw new CommandRefusedError(`${name} does not take a row of table ${table.name}: ${error.message}`)
      }
    },

    endInserting: () => forEachTable((table) => `alter table ${table} enable trigger user`),

    async nextNumber({ name: table, serial }) {
      const [found] = await ask<{ sequence: string }>(
        'select pg_get_serial_sequence(quote_ident($1), $2) as sequence',
        [table, serial],
      )
      const [row] = await ask<{ next: string }>(
        `select last_value + case when is_called then 1 else 0 end as next from ${found?.sequence}`,
      )
      return BigInt(row?.next ?? 1)
    },

    async setNextNumber({ name: table, serial }, next) {
      await ask('select setval(pg_get_serial_sequence(quote_ident($1), $2)::regclass, $3::bigint, false)', [
        table,
        serial,
        next.toString(),
      ])
    },
  }
}

/** Sorts text by its bytes, as SQLite does. */
function collation({ columns }: CopiedTable, column: string): string {
  return columns.some(({ name, kind }) => name === column && kind === 'text') ? ' collate "C"' : ''
}

function readValue(text: string | null, column: CopiedColumn | undefined): CopiedValue {
  if (text === null) return null
  if (column?.kind === 'integer') return BigInt(text)
  return column?.kind === 'bytes' ? Buffer.from(text.slice('\\x'.length), 'hex') : text
}

/** A location without user and password. */
function nameOf(location: string): string {
  const url = URL.parse(location)
  return url === null ? 'the PostgreSQL database' : `postgres://${url.host}${url.pathname}`
}

async function inWords<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw postgresTrouble(error) ?? error
  }
}

const KINDS: Readonly<Record<string, CopiedColumn['kind']>> = {
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  text: 'text',
  'character varying': 'text',
  // Sums of any size, which SQLite has no type for and keeps as text.
  numeric: 'text',
  bytea: 'bytes',
}

interface ColumnInfo {
  table_name: string
  name: string
  type: string
  is_serial: string
  /** In the primary key, from 1 on; null outside. */
  place: string | null
}

const COLUMNS = `
  select c.relname as table_name, a.attname as name, format_type(a.atttypid, null) as type,
    a.attidentity <> '' as is_serial,
    (select n from unnest(i.indkey) with ordinality as k (attnum, n) where k.attnum = a.attnum) as place
  from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
  order by c.relname, a.attnum`

const REFERENCES = `
  select distinct c.relname as table_name, f.relname as references_table
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace order by 1, 2`

/** Reads the tables that are copied from the catalogue. */
export async function readPostgresTables(
  ask: <Row extends object>(query: string) => Promise<Row[]>,
): Promise<CopiedTable[]> {
  const columns = Map.groupBy(await ask<ColumnInfo>(COLUMNS), (column) => column.table_name)
  const references = await ask<{ table_name: string; references_table: string }>(REFERENCES)
  return [...columns]
    .filter(([name]) => !LEFT_OUT.includes(name))
    .map(([name, infos]) => ({
      name,
      columns: infos.map((info) => ({ name: info.name, kind: kindOf(info) })),
      key: infos
        .filter(({ place }) => place !== null)
        .sort((one, other) => Number(one.place) - Number(other.place))
        .map((info) => info.name),
      references: references.filter((each) => each.table_name === name).map((each) => each.references_table),
      serial: infos.find((info) => info.is_serial === 't')?.name ?? null,
    }))
}

function kindOf({ table_name, name, type }: ColumnInfo): CopiedColumn['kind'] {
  const kind = KINDS[type]
  if (kind !== undefined) return kind
  throw new CommandRefusedError(`Column ${name} of ${table_name} is of a type that is not copied: ${type}`)
}
