import { type Kysely, sql } from 'kysely'
import type { Dialect } from '#store/database/database.ts'

/**
 * On PostgreSQL each connection has rows of its own, so that writers do not wait for each other until the commit. So many that
 * hardly two share one: a payout writes payments before claims and a mark the other way round, and could wait in a circle.
 */
const STRIPES = sql.lit(1024)

/** A change of any of these may change what is counted. The rest may change without a trigger, as in a reset. */
const COUNTED_COLUMNS = sql`state, evm_address, recorded_by, genesis_hash, mint_decimals, base_units`

/**
 * Counts and sums the payments of claims, in the commit that records them, by kind of record, cluster and
 * decimals. A reset changes nothing: payments outlive their claims.
 */
export async function createPaymentTally(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('payment_tally')
    .addColumn('recorded_by', 'text', (c) => c.notNull())
    .addColumn('genesis_hash', 'text', (c) => c.notNull())
    .addColumn('mint_decimals', 'integer', (c) => c.notNull())
    .addColumn('stripe', 'integer', (c) => c.notNull())
    .addColumn('payments', 'bigint', (c) => c.notNull())
    .addColumn('base_units', dialect === 'sqlite' ? 'text' : 'numeric', (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_tally_key', ['recorded_by', 'genesis_hash', 'mint_decimals', 'stripe'])
    .execute()
  if (dialect === 'sqlite') await createSqliteTriggers(db)
  else await createPostgresTriggers(db)
}

function isCounted(row: 'old' | 'new') {
  const of = sql.raw(row)
  return sql`(${of}.state = 'paid' and ${of}.evm_address is not null and ${of}.recorded_by is not null)`
}

async function createSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const add = (row: 'old' | 'new', payments: 1 | -1) => {
    const of = sql.raw(row)
    const sign = sql.lit(payments === 1 ? '' : '-')
    return sql`
      insert into payment_tally (recorded_by, genesis_hash, mint_decimals, stripe, payments, base_units)
      select ${of}.recorded_by, ${of}.genesis_hash, ${of}.mint_decimals, 0, ${sql.lit(payments)},
        ${sign} || ${of}.base_units
      where ${isCounted(row)}
      on conflict (recorded_by, genesis_hash, mint_decimals, stripe) do update set
        payments = payment_tally.payments + excluded.payments,
        base_units = add_decimals(payment_tally.base_units, excluded.base_units);`
  }
  await sql`create trigger payment_inserted after insert on transfer when ${isCounted('new')} begin
    ${add('new', 1)}
  end`.execute(db)
  await sql`create trigger payment_changed after update of ${COUNTED_COLUMNS} on transfer
    when ${isCounted('old')} or ${isCounted('new')} begin
    ${add('old', -1)}
    ${add('new', 1)}
  end`.execute(db)
}

async function createPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  const add = (row: 'old' | 'new', payments: 1 | -1) => {
    const of = sql.raw(row)
    return sql`
      insert into payment_tally (recorded_by, genesis_hash, mint_decimals, stripe, payments, base_units)
      values (${of}.recorded_by, ${of}.genesis_hash, ${of}.mint_decimals, pg_backend_pid() % ${STRIPES},
        ${sql.lit(payments)}, ${sql.lit(payments)} * ${of}.base_units::numeric)
      on conflict (recorded_by, genesis_hash, mint_decimals, stripe) do update set
        payments = payment_tally.payments + excluded.payments,
        base_units = payment_tally.base_units + excluded.base_units;`
  }
  await sql`create function tally_payment() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' then
      if ${isCounted('old')} then ${add('old', -1)} end if;
    end if;
    if ${isCounted('new')} then ${add('new', 1)} end if;
    return null;
  end $$`.execute(db)
  await sql`create trigger payment_inserted after insert on transfer
    for each row when ${isCounted('new')} execute function tally_payment()`.execute(db)
  await sql`create trigger payment_changed after update of ${COUNTED_COLUMNS} on transfer
    for each row when (${isCounted('old')} or ${isCounted('new')}) execute function tally_payment()`.execute(
    db,
  )
}
