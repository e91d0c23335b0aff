import type { Kysely } from 'kysely'
import type { Attempt, Journaled } from '#domain/attempt.ts'
import { type AttemptState, UNRESOLVED_ATTEMPT_STATES } from '#domain/payout-states.ts'
import type { PaymentRecord } from '#domain/transfer.ts'
import type { Schema } from '#store/database/schema.ts'

/** The functions below record the end of an attempt, within the transaction that the journal opens. */

export type Transaction = Kysely<Schema>

export type JournaledAttempt = Journaled<Attempt>

/** The slot in which an attempt landed, and the time at which that is recorded. */
export interface Settlement {
  slot: number
  nowMs: number
}

/** An attempt that landed without error. */
export interface PaidAttempt {
  attempt: JournaledAttempt
  slot: number
}

/** The reason why a transaction that landed failed. */
export interface ChainFailure {
  reason: string
  /** The wallet lacks SOL or tokens, or the token changed: the cause is no recipient. */
  isSendersFault: boolean
}

/** Thrown when the runner's lease was taken over, or its list changed under it. Nothing was written. */
export class JournalConflictError extends Error {
  override name = 'JournalConflictError'
}

/**
 * The transaction that paid, and its proof, where an operator settles an attempt: it may be another one, and
 * unproved.
 */
export interface RecordedAs {
  signature?: string
  recordedBy?: PaymentRecord
}

/** Records an attempt as paid: its transfers become paid, and their claims sent. */
export async function recordPaid(
  tx: Transaction,
  attempt: JournaledAttempt,
  { slot, nowMs, signature = attempt.signature, recordedBy = 'run' }: Settlement & RecordedAs,
): Promise<void> {
  await resolve(tx, attempt.id, { state: 'paid', slot }, nowMs)
  const paid = await tx
    .updateTable('transfer')
    .set({
      state: 'paid',
      paidTx: signature,
      recordedBy,
      settledAtMs: nowMs,
      failure: null,
    })
    .where('id', 'in', inFlightTransfers(tx, attempt.id))
    .returning('claimId')
    .execute()
  const claimIds = paid.flatMap(({ claimId }) => (claimId === null ? [] : [claimId]))
  if (claimIds.length > 0) {
    await tx
      .updateTable('claim')
      .set({ status: 'sent', solTx: signature, settledAtMs: nowMs })
      .where('id', 'in', claimIds)
      .where('status', '=', 'queued')
      .execute()
  }
  await unbind(tx, attempt.id)
}

/** Records an attempt as expired: its transfers are owed again. */
export async function recordExpired(
  tx: Transaction,
  attempt: JournaledAttempt,
  evidence: string,
  nowMs: number,
): Promise<void> {
  await resolve(tx, attempt.id, { state: 'expired', error: evidence }, nowMs)
  await queueAgain(tx, attempt.id)
}

/** Puts the transfers of an ended attempt back into the queue. */
export async function queueAgain(tx: Transaction, attemptId: string): Promise<void> {
  await tx
    .updateTable('transfer')
    .set({ state: 'queued' })
    .where('id', 'in', inFlightTransfers(tx, attemptId))
    .execute()
  await unbind(tx, attemptId)
}

/** Records that transfers failed in the run that they belong to. */
export async function recordFailures(
  tx: Transaction,
  transferIds: readonly number[],
  reason: string,
  nowMs: number,
): Promise<void> {
  if (transferIds.length === 0) return
  const transfers = await tx
    .selectFrom('transfer')
    .select(['id', 'runId'])
    .where('id', 'in', [...transferIds])
    .execute()
  const failures = transfers.flatMap(({ id, runId }) =>
    runId === null ? [] : [{ runId, transferId: id, reason, atMs: nowMs }],
  )
  if (failures.length === 0) return
  await tx
    .insertInto('transfer_failure')
    .values(failures)
    .onConflict((conflict) => conflict.columns(['runId', 'transferId']).doUpdateSet({ reason, atMs: nowMs }))
    .execute()
}

/** Ends an attempt. Throws JournalConflictError when it has ended already. */
export async function resolve(
  tx: Transaction,
  attemptId: string,
  values: { state: AttemptState; slot?: number; error?: string },
  nowMs: number,
): Promise<void> {
  const result = await tx
    .updateTable('attempt')
    .set({ ...values, resolvedAtMs: nowMs })
    .where('id', '=', attemptId)
    .where('state', 'in', [...UNRESOLVED_ATTEMPT_STATES])
    .executeTakeFirst()
  if (result.numUpdatedRows !== 1n) throw new JournalConflictError(`Attempt ${attemptId} is settled already`)
}

/** Releases an attempt's transfers. */
export async function unbind(tx: Transaction, attemptId: string): Promise<void> {
  await tx.updateTable('attempt_transfer').set({ inFlight: 0 }).where('attemptId', '=', attemptId).execute()
}

/** Selects the transfers that unresolved attempts carry. */
export function inFlightTransfers(tx: Transaction, ...attemptIds: readonly string[]) {
  return tx
    .selectFrom('attempt_transfer')
    .select('transferId')
    .where('attemptId', 'in', [...attemptIds])
    .where('inFlight', '=', 1)
}
