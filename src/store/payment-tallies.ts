import type { Database } from './database.ts'
import type { PaymentRecord } from './schema.ts'
import { sumDecimals } from './sum-decimals.ts'

/** The paid claims of one cluster that are known to be paid in one way, in a token of so many decimals. */
export interface PaymentTally {
  recordedBy: PaymentRecord
  genesisHash: string
  mintDecimals: number
  payments: number
  baseUnits: bigint
}

export type PaymentTallyStore = ReturnType<typeof createPaymentTallyStore>

/** The payments of claims counted and summed, at the same cost however many there are: see migrations/payment-tally.ts. */
export function createPaymentTallyStore({ db, dialect }: Database) {
  return {
    async totals(): Promise<PaymentTally[]> {
      const rows = await db
        .selectFrom('payment_tally')
        .select(({ ref, fn }) => [
          'recorded_by',
          'genesis_hash',
          'mint_decimals',
          fn.sum<number>('payments').as('payments'),
          sumDecimals.of(dialect, ref('base_units')).as('base_units'),
        ])
        .groupBy(['recorded_by', 'genesis_hash', 'mint_decimals'])
        .execute()
      return rows.map((row) => ({
        recordedBy: row.recorded_by,
        genesisHash: row.genesis_hash,
        mintDecimals: row.mint_decimals,
        payments: Number(row.payments),
        baseUnits: BigInt(row.base_units),
      }))
    },
  }
}
