import { sql } from 'kysely'
import { type Database, openDatabase } from '#store/database.ts'
import { createStore } from '#store/store.ts'
import { makeClaim } from './fill-store.ts'

const CLAIMS = 20_000
/** The number of claims in one turn of the event loop under load. */
const CLAIMS_PER_COMMIT = 20
/** Commits under way at once: SQLite takes one at a time anyway. */
const AT_ONCE = 8

/** Measures inserted claims a second in a new store: as it is, or without the tallies and indexes that keep the overview quick. */
export async function measureInserts(location: string, { isBare = false } = {}): Promise<number> {
  const database = await openDatabase(location)
  if (isBare) await removeTallies(database)
  const { claims } = createStore(database)
  const made = Array.from({ length: CLAIMS }, (_, n) => ({
    ...makeClaim(n, CLAIMS),
    status: 'queued' as const,
    settledAtMs: null,
    submittedAtMs: 1_800_000_000_000,
  }))
  const start = performance.now()
  let next = 0
  const insertRest = async () => {
    while (next < CLAIMS) {
      const some = made.slice(next, next + CLAIMS_PER_COMMIT)
      next += CLAIMS_PER_COMMIT
      await claims.insertMany(some)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, insertRest))
  const seconds = (performance.now() - start) / 1000
  await database.close()
  return CLAIMS / seconds
}

async function removeTallies({ db, dialect }: Database): Promise<void> {
  const onTable = dialect === 'postgres' ? sql`on claim` : sql``
  for (const name of ['claim_inserted', 'claim_settled']) {
    await sql`drop trigger ${sql.ref(name)} ${onTable}`.execute(db)
  }
  for (const name of [
    'claim_by_amount',
    'claim_by_transaction',
    'claim_by_evm_end',
    'claim_by_sol_end',
    'claim_by_time',
  ]) {
    await sql`drop index ${sql.ref(name)}`.execute(db)
  }
}
