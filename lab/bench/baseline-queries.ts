import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '#store/dialect.ts'

const sumOf = (dialect: Dialect) =>
  dialect === 'sqlite' ? sql`sum_decimals(amount_wei)` : sql`sum(amount_wei::numeric)::text`

const page = (order: RawBuilder<unknown>, where = sql`true`) =>
  sql`select * from claim where ${where} order by ${order} limit 51`

const contains = (text: string) => {
  const pattern = `%${text}%`
  return sql`id like ${pattern} or evm_address like ${pattern} or sol_address like ${pattern} or sol_tx like ${pattern}`
}

/** The obvious queries: each scans every claim. */
export const BASELINE_QUERIES: Record<string, (dialect: Dialect) => RawBuilder<unknown>> = {
  stats: (dialect) => sql`select status, count(*), ${sumOf(dialect)} from claim group by status`,
  'address analysis': () => sql`
    select count(*), sum(case when claim.seq is null then 1 else 0 end) from allocation
    left join claim on claim.evm_address = allocation.evm_address
    where allocation.snapshot_id = 1 and allocation.amount_wei <> '0'`,
  'claims over time': () => sql`
    select submitted_at_ms / 3600000, count(*) from claim group by 1 union all
    select settled_at_ms / 3600000, count(*) from claim where status = 'sent' group by 1`,
  'claims, largest': () => page(sql`length(amount_wei) desc, amount_wei desc`),
  'claims, smallest, rejected': () =>
    page(sql`length(amount_wei), amount_wei`, sql`status || '' = 'rejected'`),
  'search: start of an EVM address': () => page(sql`seq desc`, contains('0xabcd')),
  'search: transaction': () => page(sql`seq desc`, contains('transaction-55555')),
  'search: nothing fits': () => page(sql`seq desc`, contains('nobody has this')),
}
