import type { Client } from 'pg'

export interface StoredTable {
  table: string
  rows: number
  kilobytes: number
  /** Of its bytes: of rows that are gone, and free. */
  deadPercent: number
  freePercent: number
}

export interface StoredIndex {
  index: string
  kilobytes: number
  /** Once it is made anew. */
  freshKilobytes: number
}

/** Reads how large tables and indexes of a PostgreSQL are, and what of it is bloat. Makes the indexes anew. */
export async function readDatabaseGrowth(
  client: Client,
): Promise<{ tables: StoredTable[]; indexes: StoredIndex[] }> {
  await client.query('create extension pgstattuple')
  const { rows: tables } = await client.query<StoredTable>(`
    select relname as "table", tuple_count::int as rows, (pg_table_size(oid) / 1024)::int as kilobytes,
      dead_tuple_percent as "deadPercent", free_percent as "freePercent"
    from pg_class cross join lateral pgstattuple(oid::regclass)
    where relkind = 'r' and relnamespace = current_schema()::regnamespace order by kilobytes desc`)
  const before = await indexSizes(client)
  await client.query('reindex schema public')
  const after = new Map((await indexSizes(client)).map(({ index, kilobytes }) => [index, kilobytes]))
  return {
    tables,
    indexes: before.map((each) => ({ ...each, freshKilobytes: after.get(each.index) ?? 0 })),
  }
}

async function indexSizes(client: Client) {
  const { rows } = await client.query<{ index: string; kilobytes: number }>(`
    select relname as index, (pg_relation_size(oid) / 1024)::int as kilobytes from pg_class
    where relkind = 'i' and relnamespace = current_schema()::regnamespace order by kilobytes desc`)
  return rows
}

/** What each tally adds up to, beside the same counted from the rows. */
const TALLIES: Record<string, readonly [tallied: string, counted: string]> = {
  claim_tally: [
    // What is listed is counted alone, and its amounts read nowhere.
    `select series, sum(claims), sum(case when series <> 'listed' then amount_wei else 0 end) from claim_tally
     group by series having sum(claims) <> 0`,
    `select 'submitted', count(*), sum(amount_wei::numeric) from claim
     union all select status, count(*), sum(amount_wei::numeric) from claim where status <> 'queued' group by status
     union all select 'listed', count(*), 0 from claim
       join allocation using (evm_address) join snapshot on snapshot.id = allocation.snapshot_id
       where state = 'published' and allocation.amount_wei <> '0'`,
  ],
  transfer_tally: [
    `select run_id, state, sum(transfers) from transfer_tally group by 1, 2 having sum(transfers) <> 0`,
    `select run_id, state, count(*) from transfer where run_id is not null group by 1, 2`,
  ],
  payment_tally: [
    `select recorded_by, sum(payments), sum(base_units) from payment_tally group by 1 having sum(payments) <> 0`,
    `select recorded_by, count(*), sum(base_units::numeric) from transfer
     where state = 'paid' and evm_address is not null and recorded_by is not null group by 1`,
  ],
  ledger_tally: [
    `select hour, sum(payments), sum(base_units) from ledger_tally group by 1 having sum(payments) <> 0`,
    `select (settled_at_ms / 3600000)::int, count(*), sum(base_units::numeric) from transfer
     where state = 'paid' and settled_at_ms is not null group by 1`,
  ],
  attempt_tally: [
    `select run_id, state, sum(attempts), sum(fee_lamports) from attempt_tally group by 1, 2 having sum(attempts) <> 0`,
    `select run_id, state, count(*), sum(fee_lamports::numeric) from attempt
     where state in ('paid', 'failed', 'hold') group by 1, 2`,
  ],
}

/** Returns, in words, the tallies that differ from the rows that they count. */
export async function wrongTallies(client: Client): Promise<string[]> {
  const wrong: string[] = []
  for (const [table, [tallied, counted]] of Object.entries(TALLIES)) {
    const beyond = async (these: string, those: string) =>
      (await client.query({ text: `(${these}) except (${those})`, rowMode: 'array' })).rows
    const [more, less] = [await beyond(tallied, counted), await beyond(counted, tallied)]
    if (more.length + less.length > 0)
      wrong.push(`${table} says ${JSON.stringify(more)}, and its rows say ${JSON.stringify(less)}`)
  }
  return wrong
}
