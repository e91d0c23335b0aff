import { type Kysely, sql } from 'kysely'
import type { PaymentRecord } from '#domain/transfer.ts'
import { sumDecimals } from '#store/database/column-readers.ts'
import type { Database } from '#store/database/database.ts'
import type { Schema } from '#store/database/schema.ts'

interface Tally {
  count: number
  amountWei: bigint
}

export interface ClaimTotals {
  submitted: Tally
  sent: Tally
  rejected: Tally
}

/** The numbers of claims submitted and sent in the hour that begins at `hour` × 3,600,000 ms. */
interface HourlyClaims {
  hour: number
  submitted: number
  sent: number
}

/**
 * Reads counts and sums of claims from a tally, at a cost that does not grow with them: see
 * migrations/claim-tally.ts.
 */
export function createClaimTallyStore({ db, dialect }: Database) {
  async function totals(): Promise<ClaimTotals> {
    const rows = await db
      .selectFrom('claim_tally')
      .select(({ ref, fn }) => [
        'series',
        fn.sum<number>('claims').as('count'),
        sumDecimals.of(dialect, ref('amountWei')).as('sum'),
      ])
      .groupBy('series')
      .execute()
    const of = (series: string): Tally => {
      const row = rows.find((each) => each.series === series)
      return { count: Number(row?.count ?? 0), amountWei: BigInt(row?.sum ?? 0) }
    }
    return { submitted: of('submitted'), sent: of('sent'), rejected: of('rejected') }
  }

  return {
    totals,

    async countQueued(): Promise<number> {
      const { submitted, sent, rejected } = await totals()
      return submitted.count - sent.count - rejected.count
    },

    /** Counts the claims whose address has an allocation in the list in force. */
    async countListed(): Promise<number> {
      const row = await db
        .selectFrom('claim_tally')
        .select(({ fn }) => fn.sum<number | null>('claims').as('count'))
        .where('series', '=', 'listed')
        .executeTakeFirstOrThrow()
      return Number(row.count ?? 0)
    },

    /** Lists the hours in which a claim was submitted or sent, in order. */
    async byHour(): Promise<HourlyClaims[]> {
      const of = (series: string) =>
        sql<number>`sum(case when series = ${sql.lit(series)} then claims else 0 end)`
      const rows = await db
        .selectFrom('claim_tally')
        .select(['hour', of('submitted').as('submitted'), of('sent').as('sent')])
        .where('series', 'in', ['submitted', 'sent'])
        .groupBy('hour')
        .orderBy('hour')
        .execute()
      return rows.map(({ hour, submitted, sent }) => ({
        hour,
        submitted: Number(submitted),
        sent: Number(sent),
      }))
    },
  }
}

/**
 * Counts anew, in the commit that puts another list in force, the claims whose address has an allocation in
 * it.
 */
export async function recountListed(tx: Kysely<Schema>, snapshotId: number): Promise<void> {
  await tx.deleteFrom('claim_tally').where('series', '=', 'listed').execute()
  await sql`insert into claim_tally (series, hour, stripe, claims, amount_wei)
    select 'listed', 0, 0, count(*), '0' from claim
    join allocation on allocation.snapshot_id = ${snapshotId}
      and allocation.evm_address = claim.evm_address and allocation.amount_wei <> '0'`.execute(tx)
}

/** The paid claims of one token, with the same kind of record. */
export interface PaymentTally {
  recordedBy: PaymentRecord
  genesisHash: string
  /** Empty where it was marked sent before there was a sender. */
  mintAddress: string
  mintDecimals: number
  payments: number
  baseUnits: bigint
}

/**
 * Reads counts and sums of claims' payments from a tally, at a cost that does not grow with them: see
 * migrations/payment-tally.ts.
 */
export function createPaymentTallyStore({ db, dialect }: Database) {
  return {
    async totals(): Promise<PaymentTally[]> {
      const rows = await db
        .selectFrom('payment_tally')
        .select(({ ref, fn }) => [
          'recordedBy',
          'genesisHash',
          'mintAddress',
          'mintDecimals',
          fn.sum<number>('payments').as('payments'),
          sumDecimals.of(dialect, ref('baseUnits')).as('baseUnits'),
        ])
        .groupBy(['recordedBy', 'genesisHash', 'mintAddress', 'mintDecimals'])
        .execute()
      return rows.map((row) => ({
        recordedBy: row.recordedBy,
        genesisHash: row.genesisHash,
        mintAddress: row.mintAddress,
        mintDecimals: row.mintDecimals,
        payments: Number(row.payments),
        baseUnits: BigInt(row.baseUnits),
      }))
    },
  }
}
