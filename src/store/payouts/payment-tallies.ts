import type { PaymentRecord } from '#domain/transfer.ts'
import { sumDecimals } from '#store/database/column-readers.ts'
import type { Database } from '#store/database/database.ts'

/** The paid claims of one cluster, with the same kind of record and the same decimals of their token. */
export interface PaymentTally {
  recordedBy: PaymentRecord
  genesisHash: string
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
          'mintDecimals',
          fn.sum<number>('payments').as('payments'),
          sumDecimals.of(dialect, ref('baseUnits')).as('baseUnits'),
        ])
        .groupBy(['recordedBy', 'genesisHash', 'mintDecimals'])
        .execute()
      return rows.map((row) => ({
        recordedBy: row.recordedBy,
        genesisHash: row.genesisHash,
        mintDecimals: row.mintDecimals,
        payments: Number(row.payments),
        baseUnits: BigInt(row.baseUnits),
      }))
    },
  }
}
