import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { sumDecimals } from '#store/database/column-readers.ts'
import type { Dialect } from '#store/database/database.ts'

/**
 * On PostgreSQL each connection has rows of its own, so that writers do not wait for each other until the commit. So many that
 * hardly two share one: a payout writes payments before claims and a mark the other way round, and could wait in a circle.
 */
const STRIPES = sql.lit(1024)

/** What payments are counted by: kind of record, cluster and decimals, and of a token since 007. */
const BY_DECIMALS = ['recorded_by', 'genesis_hash', 'mint_decimals'] as const
const BY_TOKEN = ['recorded_by', 'genesis_hash', 'mint_address', 'mint_decimals'] as const

type TallyKey = typeof BY_DECIMALS | typeof BY_TOKEN

/** Counts and sums the payments of claims, in the commit that records them. A reset changes nothing: payments outlive their claims. */
export function createPaymentTally(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  return createTally(db, dialect, BY_DECIMALS)
}

/**
 * Counts the payments of claims anew, by their token too: amounts of two are never added up. A version before reads the table as it did,
 * and writes none of it.
 */
export async function tallyPaymentsByToken(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const trigger of ['payment_inserted', 'payment_changed']) {
    await sql`drop trigger ${sql.ref(trigger)}${dialect === 'sqlite' ? sql`` : sql` on transfer`}`.execute(db)
  }
  if (dialect === 'postgres') await sql`drop function tally_payment()`.execute(db)
  await db.schema.dropTable('payment_tally').execute()
  await createTally(db, dialect, BY_TOKEN)
  const sum = sumDecimals.of(dialect, sql<bigint>`base_units`)
  await sql`insert into payment_tally (${columns(BY_TOKEN)}, stripe, payments, base_units)
    select ${columns(BY_TOKEN)}, 0, count(*), ${dialect === 'sqlite' ? sum : sql`(${sum})::numeric`} from transfer
    where ${isCounted('transfer')} group by ${columns(BY_TOKEN)}`.execute(db)
}

const columns = (key: TallyKey, of = '') => sql.raw(key.map((name) => `${of}${name}`).join(', '))

/** A change of any of these may change what is counted. The rest may change without a trigger, as in a reset. */
const countedColumns = (key: TallyKey) => sql`state, evm_address, ${columns(key)}, base_units`

async function createTally(db: Kysely<unknown>, dialect: Dialect, key: TallyKey): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema.createTable('payment_tally')
  for (const name of key) {
    table = table.addColumn(name, name === 'mint_decimals' ? 'integer' : 'text', (c) => c.notNull())
  }
  await table
    .addColumn('stripe', 'integer', (c) => c.notNull())
    .addColumn('payments', 'bigint', (c) => c.notNull())
    .addColumn('base_units', dialect === 'sqlite' ? 'text' : 'numeric', (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_tally_key', [...key, 'stripe'])
    .execute()
  if (dialect === 'sqlite') await createSqliteTriggers(db, key)
  else await createPostgresTriggers(db, key)
}

function isCounted(row: 'old' | 'new' | 'transfer') {
  const of = sql.raw(row)
  return sql`(${of}.state = 'paid' and ${of}.evm_address is not null and ${of}.recorded_by is not null)`
}

async function createSqliteTriggers(db: Kysely<unknown>, key: TallyKey): Promise<void> {
  const add = (row: 'old' | 'new', payments: 1 | -1) => {
    const of = sql.raw(row)
    const sign = sql.lit(payments === 1 ? '' : '-')
    return sql`
      insert into payment_tally (${columns(key)}, stripe, payments, base_units)
      select ${columns(key, `${row}.`)}, 0, ${sql.lit(payments)},
        ${sign} || ${of}.base_units
      where ${isCounted(row)}
      on conflict (${columns(key)}, stripe) do update set
        payments = payment_tally.payments + excluded.payments,
        base_units = add_decimals(payment_tally.base_units, excluded.base_units);`
  }
  await sql`create trigger payment_inserted after insert on transfer when ${isCounted('new')} begin
    ${add('new', 1)}
  end`.execute(db)
  await sql`create trigger payment_changed after update of ${countedColumns(key)} on transfer
    when ${isCounted('old')} or ${isCounted('new')} begin
    ${add('old', -1)}
    ${add('new', 1)}
  end`.execute(db)
}

async function createPostgresTriggers(db: Kysely<unknown>, key: TallyKey): Promise<void> {
  const add = (row: 'old' | 'new', payments: 1 | -1) => {
    const of = sql.raw(row)
    return sql`
      insert into payment_tally (${columns(key)}, stripe, payments, base_units)
      values (${columns(key, `${row}.`)}, pg_backend_pid() % ${STRIPES},
        ${sql.lit(payments)}, ${sql.lit(payments)} * ${of}.base_units::numeric)
      on conflict (${columns(key)}, stripe) do update set
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
  await sql`create trigger payment_changed after update of ${countedColumns(key)} on transfer
    for each row when (${isCounted('old')} or ${isCounted('new')}) execute function tally_payment()`.execute(
    db,
  )
}
