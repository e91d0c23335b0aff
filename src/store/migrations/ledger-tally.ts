import { type Kysely, sql } from 'kysely'
import type { Dialect } from '#store/database/database.ts'

/** As in payment-tally.ts: on PostgreSQL each connection has rows of its own, so many that hardly two share one. */
const STRIPES = sql.lit(1024)

/** A change of any of these may change what is counted. */
const COUNTED_COLUMNS = sql`state, settled_at_ms, genesis_hash, mint_address, mint_decimals, base_units`

/** Counts and sums all payments by the hour and the token, in the commit that records them: of claims, of distributions, and others. */
export async function createLedgerTally(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('ledger_tally')
    .addColumn('hour', 'integer', (c) => c.notNull())
    .addColumn('genesis_hash', 'text', (c) => c.notNull())
    .addColumn('mint_address', 'text', (c) => c.notNull())
    .addColumn('mint_decimals', 'integer', (c) => c.notNull())
    .addColumn('stripe', 'integer', (c) => c.notNull())
    .addColumn('payments', 'bigint', (c) => c.notNull())
    .addColumn('base_units', dialect === 'sqlite' ? 'text' : 'numeric', (c) => c.notNull())
    .addPrimaryKeyConstraint('ledger_tally_key', [
      'hour',
      'genesis_hash',
      'mint_address',
      'mint_decimals',
      'stripe',
    ])
    .execute()
  if (dialect === 'sqlite') await createSqliteTriggers(db)
  else await createPostgresTriggers(db)
}

async function createSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const isCounted = (row: 'old' | 'new') => {
    const of = sql.raw(row)
    return sql`(${of}.state = 'paid' and ${of}.settled_at_ms is not null)`
  }
  const add = (row: 'old' | 'new', payments: 1 | -1) => {
    const of = sql.raw(row)
    const sign = sql.lit(payments === 1 ? '' : '-')
    return sql`
      insert into ledger_tally (hour, genesis_hash, mint_address, mint_decimals, stripe, payments, base_units)
      select ${of}.settled_at_ms / 3600000, ${of}.genesis_hash, ${of}.mint_address, ${of}.mint_decimals, 0,
        ${sql.lit(payments)}, ${sign} || ${of}.base_units
      where ${isCounted(row)}
      on conflict (hour, genesis_hash, mint_address, mint_decimals, stripe) do update set
        payments = ledger_tally.payments + excluded.payments,
        base_units = add_decimals(ledger_tally.base_units, excluded.base_units);`
  }
  await sql`create trigger ledger_entry_added after insert on transfer when ${isCounted('new')} begin
    ${add('new', 1)}
  end`.execute(db)
  await sql`create trigger ledger_entry_changed after update of ${COUNTED_COLUMNS} on transfer
    when ${isCounted('old')} or ${isCounted('new')} begin
    ${add('old', -1)}
    ${add('new', 1)}
  end`.execute(db)
  await sql`create trigger ledger_entry_removed after delete on transfer when ${isCounted('old')} begin
    ${add('old', -1)}
  end`.execute(db)
}

/** Statement by statement, which costs least where one settles many payments. */
async function createPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  const change = (rows: 'removed' | 'added', payments: 1 | -1) => sql`
    select settled_at_ms / 3600000, genesis_hash, mint_address, mint_decimals, ${sql.lit(payments)},
      ${sql.lit(payments)} * base_units::numeric
    from ${sql.raw(rows)} where state = 'paid' and settled_at_ms is not null`
  const triggers = [
    { name: 'ledger_entry_added', on: 'insert', tables: 'new table as added', changes: change('added', 1) },
    {
      name: 'ledger_entry_changed',
      on: 'update',
      tables: 'old table as removed new table as added',
      changes: sql`${change('removed', -1)} union all ${change('added', 1)}`,
    },
    {
      name: 'ledger_entry_removed',
      on: 'delete',
      tables: 'old table as removed',
      changes: change('removed', -1),
    },
  ]
  for (const { name, on, tables, changes } of triggers) {
    await sql`create function ${sql.raw(`tally_${name}`)}() returns trigger language plpgsql as $$ begin
      insert into ledger_tally (hour, genesis_hash, mint_address, mint_decimals, stripe, payments, base_units)
      select hour, genesis_hash, mint_address, mint_decimals, pg_backend_pid() % ${STRIPES},
        sum(payments), sum(base_units)
      from (${changes}) as change (hour, genesis_hash, mint_address, mint_decimals, payments, base_units)
      group by hour, genesis_hash, mint_address, mint_decimals
      having sum(payments) <> 0 or sum(base_units) <> 0
      order by hour, genesis_hash, mint_address, mint_decimals
      on conflict (hour, genesis_hash, mint_address, mint_decimals, stripe) do update set
        payments = ledger_tally.payments + excluded.payments,
        base_units = ledger_tally.base_units + excluded.base_units;
      return null;
    end $$`.execute(db)
    await sql`create trigger ${sql.raw(name)} after ${sql.raw(on)} on transfer referencing ${sql.raw(tables)}
      for each statement execute function ${sql.raw(`tally_${name}`)}()`.execute(db)
  }
}
