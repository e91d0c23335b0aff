import { type ExpressionBuilder, sql } from 'kysely'
import type { Schema } from '#store/database/schema.ts'
import type { Transaction } from '#store/payouts/attempt-endings.ts'

/**
 * Fails a claim's payment that is on hold without a transaction: it can not have been made, so that the claim
 * may be decided or corrected.
 */
export async function releaseUnsigned(tx: Transaction, claimId: string): Promise<void> {
  await tx
    .updateTable('transfer')
    .set({ state: 'failed' })
    .where('claimId', '=', claimId)
    .where('state', '=', 'hold')
    .where(isUnsigned)
    .execute()
}

/** True of a transfer that no unresolved transaction carries. */
export function isUnsigned({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'transfer'>) {
  return not(
    exists(
      selectFrom('attempt_transfer')
        .select('attempt_transfer.transferId')
        .whereRef('attempt_transfer.transferId', '=', 'transfer.id')
        .where('attempt_transfer.inFlight', '=', sql.lit(1)),
    ),
  )
}
