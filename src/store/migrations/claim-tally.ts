import { type Kysely, sql } from 'kysely'
import type { Dialect } from '#store/database/database.ts'

const HOUR_MS = sql.lit(3_600_000)

/** Writers of PostgreSQL that would otherwise wait for each other until the commit: each connection has its own rows. */
const STRIPES = sql.lit(32)

/**
 * Counts and sums claims by the hour, in the commit that adds or settles them, so that no query has to scan
 * them all. Triggers, so that no way of writing a claim bypasses them. A claim is deleted by a reset alone,
 * which clears the tally.
 *
 *     submitted         every claim, by when it came, with its amount as it was signed last
 *     sent, rejected    by when it was settled
 *     listed            claims whose address the list in force gives something, all under hour 0
 */
export async function createClaimTally(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('claim_tally')
    .addColumn('series', 'text', (c) =>
      c.notNull().check(sql`series in ('submitted', 'sent', 'rejected', 'listed')`),
    )
    .addColumn('hour', 'bigint', (c) => c.notNull())
    .addColumn('stripe', 'integer', (c) => c.notNull())
    .addColumn('claims', 'bigint', (c) => c.notNull())
    .addColumn('amount_wei', dialect === 'sqlite' ? 'text' : 'numeric', (c) => c.notNull())
    .addPrimaryKeyConstraint('claim_tally_key', ['series', 'hour', 'stripe'])
    .execute()
  if (dialect === 'sqlite') await createSqliteTriggers(db)
  else await createPostgresTriggers(db)
}

async function createSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const settledHour = (row: string) =>
    sql`coalesce(${sql.raw(row)}.settled_at_ms, ${sql.raw(row)}.submitted_at_ms) / ${HOUR_MS}`
  const add = (values: ReturnType<typeof sql>, where: ReturnType<typeof sql>) => sql`
    insert into claim_tally (series, hour, stripe, claims, amount_wei) select ${values} where ${where}
    on conflict (series, hour, stripe) do update set
      claims = claim_tally.claims + excluded.claims,
      amount_wei = add_decimals(claim_tally.amount_wei, excluded.amount_wei);`

  await sql`create trigger claim_inserted after insert on claim begin
    ${add(sql`'submitted', new.submitted_at_ms / ${HOUR_MS}, 0, 1, new.amount_wei`, sql`true`)}
    ${add(sql`new.status, ${settledHour('new')}, 0, 1, new.amount_wei`, sql`new.status <> 'queued'`)}
    ${add(
      sql`'listed', 0, 0, 1, new.amount_wei`,
      sql`exists (select 1 from snapshot join allocation on allocation.snapshot_id = snapshot.id
        where snapshot.state = 'published' and allocation.evm_address = new.evm_address
          and allocation.amount_wei <> '0')`,
    )}
  end`.execute(db)
  await sql`create trigger claim_settled after update of status on claim when old.status <> new.status begin
    ${add(sql`old.status, ${settledHour('old')}, 0, -1, '-' || old.amount_wei`, sql`old.status <> 'queued'`)}
    ${add(sql`new.status, ${settledHour('new')}, 0, 1, new.amount_wei`, sql`new.status <> 'queued'`)}
  end`.execute(db)
  await sql`create trigger claim_signed_anew after update of amount_wei on claim
    when old.amount_wei <> new.amount_wei begin
    ${add(sql`'submitted', old.submitted_at_ms / ${HOUR_MS}, 0, 0, '-' || old.amount_wei`, sql`true`)}
    ${add(sql`'submitted', new.submitted_at_ms / ${HOUR_MS}, 0, 0, new.amount_wei`, sql`true`)}
  end`.execute(db)
}

/** Statement by statement, in the order of the key: two commits that add to several rows never wait for each other in a circle. */
async function createPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  const add = (changes: ReturnType<typeof sql>) => sql`
    insert into claim_tally (series, hour, stripe, claims, amount_wei)
    select series, hour, pg_backend_pid() % ${STRIPES}, sum(claims), sum(claims * amount_wei::numeric)
    from (${changes}) as change (series, hour, claims, amount_wei)
    group by series, hour order by series, hour
    on conflict (series, hour, stripe) do update set
      claims = claim_tally.claims + excluded.claims,
      amount_wei = claim_tally.amount_wei + excluded.amount_wei;
    return null;`
  const settled = (alias: string, claims: number) => {
    const row = sql.raw(alias)
    return sql`select ${row}.status, coalesce(${row}.settled_at_ms, ${row}.submitted_at_ms) / ${HOUR_MS},
      ${sql.lit(claims)}, ${row}.amount_wei`
  }

  await sql`create function tally_inserted_claims() returns trigger language plpgsql as $$ begin
    ${add(sql`
      select 'submitted', submitted_at_ms / ${HOUR_MS}, 1, amount_wei from added
      union all ${settled('added', 1)} from added where status <> 'queued'
      union all select 'listed', 0, 1, added.amount_wei from added
        join snapshot on snapshot.state = 'published'
        join allocation on allocation.snapshot_id = snapshot.id
          and allocation.evm_address = added.evm_address and allocation.amount_wei <> '0'`)}
  end $$`.execute(db)
  await sql`create trigger claim_inserted after insert on claim
    referencing new table as added for each statement execute function tally_inserted_claims()`.execute(db)

  const joined = sql`from old_claim join new_claim on new_claim.seq = old_claim.seq`
  const changed = sql`${joined} where old_claim.status <> new_claim.status`
  const signedAnew = sql`${joined} where old_claim.amount_wei <> new_claim.amount_wei`
  const submitted = (alias: string, claims: number) => {
    const row = sql.raw(alias)
    return sql`select 'submitted', ${row}.submitted_at_ms / ${HOUR_MS}, ${sql.lit(claims)}, ${row}.amount_wei`
  }
  await sql`create function tally_settled_claims() returns trigger language plpgsql as $$ begin
    ${add(sql`
      ${settled('old_claim', -1)} ${changed} and old_claim.status <> 'queued'
      union all ${settled('new_claim', 1)} ${changed} and new_claim.status <> 'queued'
      union all ${submitted('old_claim', -1)} ${signedAnew}
      union all ${submitted('new_claim', 1)} ${signedAnew}`)}
  end $$`.execute(db)
  await sql`create trigger claim_settled after update on claim
    referencing old table as old_claim new table as new_claim
    for each statement execute function tally_settled_claims()`.execute(db)
}
