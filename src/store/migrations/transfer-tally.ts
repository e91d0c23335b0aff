import { type Kysely, sql } from 'kysely'
import type { Dialect } from '#store/database/database.ts'

/** As in payment-tally.ts: on PostgreSQL each connection has rows of its own, so many that hardly two share one. */
const STRIPES = sql.lit(1024)

/**
 * Counts the transfers on each run's list by their state, in the commit that puts them there, moves them or
 * takes them away. Triggers, so that no way of writing a transfer bypasses them.
 */
export async function createTransferTally(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('transfer_tally')
    .addColumn('run_id', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('stripe', 'integer', (c) => c.notNull())
    .addColumn('transfers', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('transfer_tally_key', ['run_id', 'state', 'stripe'])
    .execute()
  if (dialect === 'sqlite') await createSqliteTriggers(db)
  else await createPostgresTriggers(db)
}

async function createSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const add = (row: 'old' | 'new', transfers: 1 | -1) => {
    const of = sql.raw(row)
    return sql`
      insert into transfer_tally (run_id, state, stripe, transfers)
      select ${of}.run_id, ${of}.state, 0, ${sql.lit(transfers)} where ${of}.run_id is not null
      on conflict (run_id, state, stripe) do update set
        transfers = transfer_tally.transfers + excluded.transfers;`
  }
  await sql`create trigger transfer_listed after insert on transfer when new.run_id is not null begin
    ${add('new', 1)}
  end`.execute(db)
  await sql`create trigger transfer_moved after update of run_id, state on transfer
    when old.run_id is not new.run_id or old.state <> new.state begin
    ${add('old', -1)}
    ${add('new', 1)}
  end`.execute(db)
  await sql`create trigger transfer_removed after delete on transfer when old.run_id is not null begin
    ${add('old', -1)}
  end`.execute(db)
}

/** Statement by statement: one may move every transfer of a long list. */
async function createPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  const change = (rows: 'removed' | 'added', transfers: 1 | -1) =>
    sql`select run_id, state, ${sql.lit(transfers)} from ${sql.raw(rows)} where run_id is not null`
  const triggers = [
    { name: 'transfer_listed', on: 'insert', tables: 'new table as added', changes: change('added', 1) },
    {
      name: 'transfer_moved',
      on: 'update',
      tables: 'old table as removed new table as added',
      changes: sql`${change('removed', -1)} union all ${change('added', 1)}`,
    },
    {
      name: 'transfer_removed',
      on: 'delete',
      tables: 'old table as removed',
      changes: change('removed', -1),
    },
  ]
  for (const { name, on, tables, changes } of triggers) {
    await sql`create function ${sql.raw(`tally_${name}`)}() returns trigger language plpgsql as $$ begin
      insert into transfer_tally (run_id, state, stripe, transfers)
      select run_id, state, pg_backend_pid() % ${STRIPES}, sum(transfers)
      from (${changes}) as change (run_id, state, transfers)
      group by run_id, state having sum(transfers) <> 0 order by run_id, state
      on conflict (run_id, state, stripe) do update set
        transfers = transfer_tally.transfers + excluded.transfers;
      return null;
    end $$`.execute(db)
    await sql`create trigger ${sql.raw(name)} after ${sql.raw(on)} on transfer referencing ${sql.raw(tables)}
      for each statement execute function ${sql.raw(`tally_${name}`)}()`.execute(db)
  }
}
