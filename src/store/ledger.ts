import { sql } from 'kysely'
import type { Transfer } from '#domain/transfer.ts'
import { type Carrier, readCarriers } from './carrying-attempts.ts'
import type { Database } from './database.ts'
import { sumDecimals } from './sum-decimals.ts'

/** A place in the ledger: it is in the order in which payments were settled. */
export interface LedgerPlace {
  settledAtMs: number
  id: number
}

/** A stretch of time, in milliseconds: from its beginning to before its end. */
export interface LedgerWindow {
  fromMs: number | null
  toMs: number | null
}

/** A payment that was made. It outlives its claim. */
export interface LedgerEntry extends Transfer {
  settledAtMs: number
  /** The transaction by which a run made it; null where it was recorded without one. */
  carrier: Carrier | null
}

/** The payments of one token. */
export interface LedgerTotal extends Pick<Transfer, 'genesisHash' | 'mintAddress' | 'mintDecimals'> {
  payments: number
  baseUnits: bigint
}

const BEGINNING: LedgerPlace = { settledAtMs: -1, id: 0 }

/** Reads every payment that was made, by a run or otherwise, also of claims that were reset since. */
export function createLedgerStore({ db, dialect }: Database) {
  const paidWithin = ({ fromMs, toMs }: LedgerWindow) =>
    db
      .selectFrom('transfer')
      // A literal, so that SQLite sees that the partial index fits.
      .where('state', '=', sql.lit('paid'))
      .$if(fromMs !== null, (query) => query.where('settledAtMs', '>=', fromMs ?? 0))
      .$if(toMs !== null, (query) => query.where('settledAtMs', '<', toMs ?? 0))

  return {
    async page(
      window: LedgerWindow,
      limit: number,
      { settledAtMs, id }: LedgerPlace = BEGINNING,
    ): Promise<LedgerEntry[]> {
      const rows = await paidWithin(window)
        .selectAll()
        .where(({ or, and, eb }) =>
          or([
            eb('settledAtMs', '>', settledAtMs),
            and([eb('settledAtMs', '=', settledAtMs), eb('id', '>', id)]),
          ]),
        )
        .orderBy('settledAtMs')
        .orderBy('id')
        .limit(limit)
        .execute()
      const carriers = await readCarriers(
        { db },
        rows.map((row) => row.id),
      )
      return rows.map((row) => ({
        ...row,
        settledAtMs: row.settledAtMs ?? 0,
        carrier: carriers.get(row.id) ?? null,
      }))
    },

    /** Counts and sums the payments, by token. */
    async totals(window: LedgerWindow): Promise<LedgerTotal[]> {
      const rows = await paidWithin(window)
        .select(({ ref, fn }) => [
          'genesisHash',
          'mintAddress',
          'mintDecimals',
          fn.countAll<number>().as('payments'),
          sumDecimals.of(dialect, ref('baseUnits')).as('sum'),
        ])
        .groupBy(['genesisHash', 'mintAddress', 'mintDecimals'])
        .orderBy('genesisHash')
        .orderBy('mintAddress')
        .execute()
      return rows.map(({ payments, sum, ...token }) => ({
        ...token,
        payments: Number(payments),
        baseUnits: BigInt(sum),
      }))
    },
  }
}
