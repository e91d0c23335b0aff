import { type Kysely, sql } from 'kysely'
import type { Dialect } from '#store/database/database.ts'

/** As in payment-tally.ts: on PostgreSQL each connection has rows of its own, so many that hardly two share one. */
const STRIPES = sql.lit(1024)

/** The states of attempts that landed or may have. Attempts under way or expired are not counted. */
const COUNTED_STATES = sql`('paid', 'failed', 'hold')`

/** A change of any of these may change what is counted. */
const COUNTED_COLUMNS = sql`run_id, state, fee_lamports, rent_lamports`

/**
 * Counts each run's attempts by their state, with the transfers that they carry and what they cost, in the commit that moves
 * them. Triggers, so that no way of writing an attempt goes past them. Attempts and what they carry are never deleted.
 */
export async function createAttemptTally(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('attempt_tally')
    .addColumn('run_id', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('stripe', 'integer', (c) => c.notNull())
    .addColumn('attempts', 'bigint', (c) => c.notNull())
    .addColumn('transfers', 'bigint', (c) => c.notNull())
    .addColumn('fee_lamports', dialect === 'sqlite' ? 'text' : 'numeric', (c) => c.notNull())
    .addColumn('rent_lamports', dialect === 'sqlite' ? 'text' : 'numeric', (c) => c.notNull())
    .addPrimaryKeyConstraint('attempt_tally_key', ['run_id', 'state', 'stripe'])
    .execute()
  if (dialect === 'sqlite') await createSqliteTriggers(db)
  else await createPostgresTriggers(db)
}

const isCounted = (row: 'old' | 'new') => sql`(${sql.raw(row)}.state in ${COUNTED_STATES})`

const carriedBy = (row: 'old' | 'new') =>
  sql`(select count(*) from attempt_transfer where attempt_id = ${sql.raw(row)}.id)`

async function createSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const add = (changes: ReturnType<typeof sql>) => sql`
    insert into attempt_tally (run_id, state, stripe, attempts, transfers, fee_lamports, rent_lamports)
    ${changes}
    on conflict (run_id, state, stripe) do update set
      attempts = attempt_tally.attempts + excluded.attempts,
      transfers = attempt_tally.transfers + excluded.transfers,
      fee_lamports = add_decimals(attempt_tally.fee_lamports, excluded.fee_lamports),
      rent_lamports = add_decimals(attempt_tally.rent_lamports, excluded.rent_lamports);`
  const addAttempt = (row: 'old' | 'new', attempts: 1 | -1) => {
    const of = sql.raw(row)
    const sign = sql.lit(attempts === 1 ? '' : '-')
    return add(sql`
      select ${of}.run_id, ${of}.state, 0, ${sql.lit(attempts)}, ${sql.lit(attempts)} * ${carriedBy(row)},
        ${sign} || ${of}.fee_lamports, ${sign} || ${of}.rent_lamports
      where ${isCounted(row)}`)
  }
  await sql`create trigger attempt_inserted after insert on attempt when ${isCounted('new')} begin
    ${addAttempt('new', 1)}
  end`.execute(db)
  await sql`create trigger attempt_moved after update of ${COUNTED_COLUMNS} on attempt
    when ${isCounted('old')} or ${isCounted('new')} begin
    ${addAttempt('old', -1)}
    ${addAttempt('new', 1)}
  end`.execute(db)
  await sql`create trigger transfer_carried after insert on attempt_transfer begin
    ${add(sql`
      select run_id, state, 0, 0, 1, '0', '0' from attempt
      where id = new.attempt_id and state in ${COUNTED_STATES}`)}
  end`.execute(db)
}

async function createPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  const stripe = sql`pg_backend_pid() % ${STRIPES}`
  const add = (changes: ReturnType<typeof sql>) => sql`
    insert into attempt_tally (run_id, state, stripe, attempts, transfers, fee_lamports, rent_lamports)
    ${changes}
    on conflict (run_id, state, stripe) do update set
      attempts = attempt_tally.attempts + excluded.attempts,
      transfers = attempt_tally.transfers + excluded.transfers,
      fee_lamports = attempt_tally.fee_lamports + excluded.fee_lamports,
      rent_lamports = attempt_tally.rent_lamports + excluded.rent_lamports;`
  const addAttempt = (row: 'old' | 'new', attempts: 1 | -1) => {
    const of = sql.raw(row)
    const sign = sql.lit(attempts)
    return add(sql`
      select ${of}.run_id, ${of}.state, ${stripe}, ${sign}, ${sign} * ${carriedBy(row)},
        ${sign} * ${of}.fee_lamports::numeric, ${sign} * ${of}.rent_lamports::numeric
      where ${isCounted(row)}`)
  }
  await sql`create function tally_attempt() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' then
      ${addAttempt('old', -1)}
    end if;
    ${addAttempt('new', 1)}
    return null;
  end $$`.execute(db)
  await sql`create trigger attempt_inserted after insert on attempt
    for each row when ${isCounted('new')} execute function tally_attempt()`.execute(db)
  await sql`create trigger attempt_moved after update of ${COUNTED_COLUMNS} on attempt
    for each row when (${isCounted('old')} or ${isCounted('new')}) execute function tally_attempt()`.execute(
    db,
  )
  await sql`create function tally_carried_transfers() returns trigger language plpgsql as $$ begin
    ${add(sql`select attempt.run_id, attempt.state, ${stripe}, 0, count(*), 0, 0
      from added join attempt on attempt.id = added.attempt_id where attempt.state in ${COUNTED_STATES}
      group by attempt.run_id, attempt.state order by attempt.run_id, attempt.state`)}
    return null;
  end $$`.execute(db)
  await sql`create trigger transfer_carried after insert on attempt_transfer
    referencing new table as added for each statement execute function tally_carried_transfers()`.execute(db)
}
