import type { Transaction } from './attempt-endings.ts'
import { CLAIM_REJECTED } from './claim-rejected.ts'

/**
 * Has the failed payment of a rejected claim that is queued again count as never tried: else limited runs would leave it out. What
 * failed is told by its run all the same (`transfer_failure`). The run that tried does not try again.
 */
export async function queueAnew(tx: Transaction, claimId: string): Promise<void> {
  await tx
    .updateTable('transfer')
    .set({ failure: CLAIM_REJECTED })
    .where('claimId', '=', claimId)
    .where('state', '=', 'failed')
    .execute()
}
