import { type Kysely, sql } from 'kysely'
import type { Dialect } from '#store/database/database.ts'

/**
 * Adds the indexes by which the list of claims is filtered and searched (see claim-conditions.ts): the ends of addresses, which is
 * what people quote, the time, and the few payments that failed, are undecided or were recorded by hand. Rejected claims are left out
 * by their ids where failed payments are counted (see figures.ts), in a form that no list of them goes by.
 */
export async function createClaimSearch(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const end = (column: string) =>
    sql.raw(dialect === 'sqlite' ? `substr(${column}, -4)` : `"right"(${column}, 4)`)
  await sql`create index claim_by_evm_end on claim (${end('evm_address')})`.execute(db)
  await sql`create index claim_by_sol_end on claim (${end('sol_address')})`.execute(db)
  await sql`create index claim_by_time on claim (submitted_at_ms)`.execute(db)
  await sql`create index failed_claim on transfer (claim_id)
    where state = 'failed' and coalesce(failure, '') <> 'The claim was rejected'`.execute(db)
  await sql`create index held_claim on transfer (claim_id) where state = 'hold'`.execute(db)
  await sql`create index claim_in_flight on transfer (claim_id) where state = 'in_flight'`.execute(db)
  await sql`create index rejected_claim on claim (id, status) where status || '' = 'rejected'`.execute(db)
  await sql`create index payment_without_run on transfer (recorded_by) where recorded_by <> 'run'`.execute(db)
}
