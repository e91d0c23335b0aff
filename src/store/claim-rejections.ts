import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { Observe } from '#domain/portal-event.ts'
import type { Transaction } from './attempt-endings.ts'
import type { Database } from './database.ts'
import { queueAnew } from './queue-anew.ts'
import type { NewOperatorAction } from './schema.ts'

/** The result of taking a rejection back. */
export type UndoOutcome =
  | 'done'
  | 'unknown_claim'
  | 'claim_not_rejected'
  | 'payment_under_way'
  | 'already_paid'

/** Thrown within a commit to undo it. */
class RefusedError extends Error {
  readonly outcome: UndoOutcome

  constructor(outcome: UndoOutcome) {
    super(outcome)
    this.outcome = outcome
  }
}

/** Takes rejections back. */
export function createClaimRejectionStore({ db }: Database, observe: Observe) {
  return {
    /**
     * Queues a rejected claim again as it was, for the next run whether that is limited or not, and records that, in one commit: not
     * where it was corrected meanwhile, which queued it, nor where its address was paid on that cluster, or may have been.
     */
    async undoReject(
      id: string,
      genesisHash: string | null,
      action: NewOperatorAction,
    ): Promise<UndoOutcome> {
      try {
        const outcome = await db.transaction().execute(async (tx): Promise<UndoOutcome> => {
          const queued = await tx
            .updateTable('claim')
            .set({ status: 'queued', settledAtMs: null, rejectReason: null })
            .where('id', '=', id)
            .where('status', '=', 'rejected')
            .returning('evmAddress')
            .executeTakeFirst()
          if (!queued) {
            const claim = await tx.selectFrom('claim').select('id').where('id', '=', id).executeTakeFirst()
            return claim ? 'claim_not_rejected' : 'unknown_claim'
          }
          await assertUnpaid(tx, id, queued.evmAddress, genesisHash)
          await queueAnew(tx, id)
          await tx.insertInto('operator_action').values(action).execute()
          return 'done'
        })
        if (outcome === 'done') observe({ event: 'claim_rejection_undone', claimId: id })
        return outcome
      } catch (error) {
        if (error instanceof RefusedError) return error.outcome
        throw error
      }
    },
  }
}

async function assertUnpaid(
  tx: Transaction,
  claimId: string,
  evmAddress: EvmAddress,
  genesisHash: string | null,
): Promise<void> {
  const payments = await tx
    .selectFrom('transfer')
    .select(['state', 'claimId', 'genesisHash'])
    .where(({ or, eb }) => or([eb('claimId', '=', claimId), eb('evmAddress', '=', evmAddress)]))
    .where('state', 'in', ['paid', 'in_flight', 'hold'])
    .execute()
  const clusters = [genesisHash, UNKNOWN_CLUSTER]
  for (const payment of payments) {
    if (payment.claimId !== claimId && !clusters.includes(payment.genesisHash)) continue
    throw new RefusedError(payment.state === 'paid' ? 'already_paid' : 'payment_under_way')
  }
}
