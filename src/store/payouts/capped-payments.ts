import { type Kysely, sql } from 'kysely'
import { type CapReached, capReached, type PaymentCaps, type SignedSums } from '#domain/payment-caps.ts'
import type { Run } from '#domain/run.ts'
import { sumDecimals } from '#store/database/column-readers.ts'
import type { Dialect } from '#store/database/database.ts'
import type { Schema } from '#store/database/schema.ts'

const DAY_MS = 86_400_000

/** What a run pays with. */
export type CappedRun = Pick<Run, 'id' | 'mintAddress' | 'mintDecimals' | 'genesisHash'>

/** Compares what is to be signed with what was, over all servers and both senders. */
export function createCappedPayments(dialect: Dialect, caps: PaymentCaps) {
  const isCapped = ({ mintAddress }: CappedRun) =>
    caps.perDay.has(mintAddress) || caps.perRun.has(mintAddress)

  return {
    isCapped,

    /** Takes those payments, from the first on, that no cap forbids; and says what forbids the next one, null for nothing. */
    async take<T extends { baseUnits: bigint }>(
      db: Kysely<Schema>,
      run: CappedRun,
      payments: readonly T[],
      nowMs: number,
    ): Promise<{ taken: readonly T[]; reached: CapReached | null }> {
      if (!isCapped(run)) return { taken: payments, reached: null }
      let { today, byRun } = await signedSums(db, dialect, run, nowMs)
      for (const [index, { baseUnits }] of payments.entries()) {
        const reached = capReached(caps, run, { today, byRun }, baseUnits)
        if (reached) return { taken: payments.slice(0, index), reached }
        today += baseUnits
        byRun += baseUnits
      }
      return { taken: payments, reached: null }
    },

    /** Lets nobody else sign with this mint until the commit: the other sender has another wallet, and another lease. */
    async lock(tx: Kysely<Schema>, { mintAddress }: CappedRun): Promise<void> {
      if (dialect === 'postgres')
        await sql`select pg_advisory_xact_lock(hashtext(${mintAddress}))`.execute(tx)
    },
  }
}

/** What is proved not to have left the wallet does not count. */
async function signedSums(
  db: Kysely<Schema>,
  dialect: Dialect,
  { id, mintAddress, genesisHash }: CappedRun,
  nowMs: number,
): Promise<SignedSums> {
  const sum = (from: Kysely<Schema>) =>
    from
      .selectFrom('attempt')
      .select(sumDecimals.of(dialect, sql<bigint>`attempt.base_units`).as('sum'))
      .where('attempt.state', 'not in', ['expired', 'failed'])
  const today = await sum(db)
    .where('attempt.runId', 'in', (runs) =>
      runs
        .selectFrom('run')
        .select('run.id')
        .where('run.mintAddress', '=', mintAddress)
        .where('run.genesisHash', '=', genesisHash),
    )
    .where('attempt.journaledAtMs', '>=', nowMs - (nowMs % DAY_MS))
    .executeTakeFirstOrThrow()
  const byRun = await sum(db).where('attempt.runId', '=', id).executeTakeFirstOrThrow()
  return { today: BigInt(today.sum), byRun: BigInt(byRun.sum) }
}
