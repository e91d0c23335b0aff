import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { CommandRefusedError } from '#domain/refused-error.ts'
import { APPLIED_MIGRATIONS, assertKnownSchema } from '#store/database/migrate.ts'
import { asLibpqReads, postgresTrouble } from '#store/database/open-postgres.ts'
import { type CopiedValue, type CopySide, copySide, LEFT_OUT, quoted } from './copy-side.ts'

/** By type (https://www.postgresql.org/docs/current/catalog-pg-type.html); what is not here stays the text that PostgreSQL sends: exact. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.INT2]: BigInt,
  [pg.types.builtins.INT4]: BigInt,
  [pg.types.builtins.INT8]: BigInt,
  [pg.types.builtins.BYTEA]: (text) => Buffer.from(text.slice('\\x'.length), 'hex'),
}

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
    types: { getTypeParser: ((oid: number) => PARSERS[oid] ?? String) as typeof pg.types.getTypeParser },
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

  async function readUses(): Promise<[what: string, count: bigint][]> {
    // Without it the activity is the one that was seen first.
    await ask('select pg_stat_clear_snapshot()')
    const [found] = await ask<Record<string, bigint>>(USES)
    return Object.entries(found ?? {}).filter(([, count]) => count > 0n)
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

  return copySide({
    name,
    dialect: 'postgres',
    ask,

    async *read(query, size) {
      await ask(`declare copied no scroll cursor for ${query}`)
      for (;;) {
        const fetch = { text: `fetch ${size} from copied`, rowMode: 'array' as const }
        const { rows } = await inWords(() => client.query<CopiedValue[]>(fetch))
        if (rows.length === 0) break
        yield rows
      }
      await ask('close copied')
    },

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

    [Symbol.asyncDispose]: () => client.end(),

    async refuseWrites(refused) {
      await ask('drop function if exists store_moved cascade')
      if (!refused) return
      await ask(CLOSE)
      await forEachTable(
        (table) => `create trigger store_moved before insert or update or delete or truncate on ${table}
          for each statement execute function store_moved()`,
      )
    },

    setTriggers: (act) =>
      forEachTable((table) => `alter table ${table} ${act ? 'enable' : 'disable'} trigger user`),

    async nextNumber({ name: table, serial }) {
      const [found] = await ask<{ sequence: string }>(
        'select pg_get_serial_sequence(quote_ident($1), $2) as sequence',
        [table, serial],
      )
      const [row] = await ask<{ next: bigint }>(
        `select last_value + case when is_called then 1 else 0 end as next from ${found?.sequence}`,
      )
      return row?.next ?? 1n
    },

    async setNextNumber({ name: table, serial }, next) {
      const set = 'select setval(pg_get_serial_sequence(quote_ident($1), $2)::regclass, $3::bigint, false)'
      await ask(set, [table, serial, next])
    },
  })
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
