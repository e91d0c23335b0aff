import { sql } from 'kysely'
import type { AttemptState } from '#domain/payout-states.ts'
import { ofPayment } from './claims/claim-conditions.ts'
import type { Database } from './database/database.ts'
import { countRows } from './database/queries.ts'
import type { PoolState } from './database/store-health.ts'

/** The states that are counted at a cost that does not grow with the records: all but expired. */
type CountedAttemptState = Exclude<AttemptState, 'expired'>

interface UnpayableClaims {
  failed: number
  held: number
}

const UNDER_WAY = ['journaled', 'broadcast', 'confirmed', 'hold'] as const
const ENDED = ['paid', 'failed'] as const

/** Reads what the metrics show of the records, from tallies and partial indexes. */
export function createFigureStore({ db, dialect, health }: Database) {
  // Left to itself, SQLite reads each claim by the index on all ids.
  const byIndex = sql.raw(dialect === 'sqlite' ? 'indexed by rejected_claim' : '')

  /** Counts the claims whose payment is in a state, without those that were rejected since. None of them can have been sent. */
  async function countClaims(payment: 'failed' | 'on_hold'): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from transfer where ${ofPayment(payment)} and claim_id is not null and not exists (
        select 1 from claim ${byIndex} where claim.id = transfer.claim_id and claim.status || '' = 'rejected')`.execute(
      db,
    )
    return Number(rows[0]?.count)
  }

  return {
    async attempts(): Promise<Record<CountedAttemptState, number>> {
      const counts = { journaled: 0, broadcast: 0, confirmed: 0, hold: 0, paid: 0, failed: 0 }
      const underWay = await db
        .selectFrom('attempt')
        .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
        // Literals, so that SQLite sees that the partial index fits.
        .where(sql<boolean>`state in (${sql.join(UNDER_WAY.map((state) => sql.lit(state)))})`)
        .groupBy('state')
        .execute()
      const ended = await db
        .selectFrom('attempt_tally')
        .select(({ fn }) => ['state', fn.sum<number>('attempts').as('count')])
        .where('state', 'in', [...ENDED])
        .groupBy('state')
        .execute()
      for (const { state, count } of [...underWay, ...ended]) {
        counts[state as CountedAttemptState] = Number(count)
      }
      return counts
    },

    /** Counts the payments on hold: those of transactions that can not be decided, and those that nothing was signed for. */
    heldPayments: (): Promise<number> =>
      countRows(db.selectFrom('transfer').where('state', '=', sql.lit('hold'))),

    /**
     * Counts the queued claims whose last payment failed, and those whose payment is on hold: a run has tried, and nothing is sent by
     * itself. By partial indexes alone: of a million claims a hundred thousand may have failed.
     */
    async unpayableClaims(): Promise<UnpayableClaims> {
      return { failed: await countClaims('failed'), held: await countClaims('on_hold') }
    },

    /** Reads the pool of connections; null for SQLite, which has one. */
    pool: (): PoolState | null => health.pool?.() ?? null,
  }
}

/** Keeps which conditions somebody was alerted of that are not over yet: each is told once, whichever server tells it. */
export function createAlertStore({ db }: Database) {
  return {
    async begun(): Promise<Set<string>> {
      const rows = await db.selectFrom('alert').select('condition').execute()
      return new Set(rows.map(({ condition }) => condition))
    },

    async begin(condition: string, begunAtMs: number): Promise<void> {
      await db
        .insertInto('alert')
        .values({ condition, begunAtMs })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async end(condition: string): Promise<void> {
      await db.deleteFrom('alert').where('condition', '=', condition).execute()
    },
  }
}
