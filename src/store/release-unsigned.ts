import type { Transaction } from './attempt-endings.ts'

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
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attempt_transfer')
            .select('transferId')
            .whereRef('transferId', '=', 'transfer.id')
            .where('inFlight', '=', 1),
        ),
      ),
    )
    .execute()
}
