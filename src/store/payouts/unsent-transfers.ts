import { type ExpressionBuilder, sql } from 'kysely'
import { type Observe, type PaymentIds, unobserved } from '#domain/portal-event.ts'
import type { Transfer } from '#domain/transfer.ts'
import type { Database } from '#store/database/database.ts'
import type { Schema } from '#store/database/schema.ts'
import { recordFailures } from './attempt-endings.ts'

const DEBT_COLUMNS = ['id', 'claimId', 'distributionId', 'rowNumber'] as const satisfies (keyof Transfer)[]

/** Returns the debt that a transfer pays, as events name it. */
export function paymentIds(transfer: Pick<Transfer, (typeof DEBT_COLUMNS)[number]>): PaymentIds {
  const { id, claimId, distributionId, rowNumber } = transfer
  return {
    transferId: id,
    ...(claimId !== null && { claimId }),
    ...(distributionId !== null && { distributionId }),
    ...(rowNumber !== null && { rowNumber }),
  }
}

/** Names a transfer and the reason of its end as events do: without a claimant's addresses. */
function told(
  transfer: Parameters<typeof paymentIds>[0] & Pick<Transfer, 'recipient' | 'evmAddress'>,
  reason: string,
): PaymentIds & { reason: string } {
  const { recipient, evmAddress } = transfer
  const parties = evmAddress === null ? [recipient] : [recipient, evmAddress]
  const words = parties.reduce((text, address) => text.replaceAll(address, 'its address'), reason)
  return { ...paymentIds(transfer), reason: words }
}

/** Reads and settles the transfers on a run's list that nothing was signed for. */
export function createUnsentTransferStore({ db }: Database, observe: Observe = unobserved) {
  return {
    /**
     * Lists the next queued transfers of a run, oldest first; those to be sent in smaller groups come first.
     */
    async nextTransfers(runId: number, limit: number): Promise<Transfer[]> {
      // Two queries, so that each uses an index: sorting a run's whole list for every batch would be slow.
      const owed = (grouping: 'is' | 'is not') =>
        db
          .selectFrom('transfer')
          .selectAll('transfer')
          .where('transfer.runId', '=', runId)
          .where('transfer.state', '=', sql.lit('queued'))
          .where('transfer.packLimit', grouping, null)
          .where(isStillOwed)
          .orderBy('transfer.id')
      const limited = await owed('is not').limit(limit).execute()
      if (limited.length === limit) return limited
      return [
        ...limited,
        ...(await owed('is')
          .limit(limit - limited.length)
          .execute()),
      ]
    },

    /** Lists a page of the queued transfers of a run that are still owed, from after `afterId`. */
    pageOfQueued(runId: number, afterId: number, limit: number): Promise<Transfer[]> {
      return db
        .selectFrom('transfer')
        .selectAll('transfer')
        .where('transfer.runId', '=', runId)
        .where('transfer.state', '=', 'queued')
        .where('transfer.id', '>', afterId)
        .where(isStillOwed)
        .orderBy('transfer.id')
        .limit(limit)
        .execute()
    },

    /** Limits the groups in which transfers are sent from now on. */
    async limitPack(transferIds: readonly number[], packLimit: number): Promise<void> {
      if (transferIds.length === 0) return
      await db
        .updateTable('transfer')
        .set({ packLimit })
        .where('id', 'in', [...transferIds])
        .where('state', '=', 'queued')
        .execute()
    },

    /** Fails a transfer that was found unpayable before anything was signed for it. */
    async failUnsent(judged: JudgedTransfer, reason: string, nowMs: number): Promise<void> {
      const failed = await db.transaction().execute(async (tx) => {
        const failed = await tx
          .updateTable('transfer')
          .set({ state: 'failed', failure: reason, settledAtMs: nowMs })
          .where(isAsJudged(judged))
          .returning([...DEBT_COLUMNS, 'recipient', 'evmAddress'])
          .execute()
        await recordFailures(
          tx,
          failed.map(({ id }) => id),
          reason,
          nowMs,
        )
        return failed
      })
      for (const transfer of failed) observe({ event: 'payment_failed', ...told(transfer, reason) })
    },

    /** Puts a transfer on hold that must not be signed as it is in the records, with the reason in words. */
    async holdUnverified(judged: JudgedTransfer, reason: string): Promise<void> {
      const held = await db
        .updateTable('transfer')
        .set({ state: 'hold', failure: reason })
        .where(isAsJudged(judged))
        .returning([...DEBT_COLUMNS, 'recipient', 'evmAddress'])
        .execute()
      for (const transfer of held) observe({ event: 'payment_held', ...told(transfer, reason) })
    },
  }
}

/** A transfer as it was when it was found not to be payable. */
type JudgedTransfer = Pick<Transfer, 'id' | 'recipient'>

/**
 * True of a transfer that is queued as it was judged, while its run is not over: what was judged before a stop, or by a process that
 * was suspended, says nothing about a claim that was corrected since.
 */
function isAsJudged({ id, recipient }: JudgedTransfer) {
  return ({ and, eb, exists, selectFrom }: ExpressionBuilder<Schema, 'transfer'>) =>
    and([
      eb('transfer.id', '=', id),
      eb('transfer.recipient', '=', recipient),
      eb('transfer.state', '=', 'queued'),
      exists(
        selectFrom('run')
          .select('run.id')
          .whereRef('run.id', '=', 'transfer.runId')
          .where('run.state', 'in', ['running', 'stopping']),
      ),
    ])
}

/** A distribution's row is owed until it is paid; a claim's payment only while the claim is queued. */
export function isStillOwed({ or, exists, selectFrom, eb }: ExpressionBuilder<Schema, 'transfer'>) {
  return or([
    eb('transfer.distributionId', 'is not', null),
    exists(
      selectFrom('claim')
        .select('claim.id')
        .whereRef('claim.id', '=', 'transfer.claimId')
        .where('claim.status', '=', 'queued'),
    ),
  ])
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
