import { sql } from 'kysely'
import type { Attempt } from '#domain/attempt.ts'
import { NO_CAPS, type PaymentCaps } from '#domain/payment-caps.ts'
import { UNRESOLVED_ATTEMPT_STATES } from '#domain/payout-states.ts'
import { type CarriedTransfer, type RecordSeal, sealedAttempt } from '#domain/sealed-record.ts'
import type { Transfer } from '#domain/transfer.ts'
import { isNotDenied } from '#store/claims/deny-list.ts'
import type { Database } from '#store/database/database.ts'
import type { NewAttempt, NewOperatorAction } from '#store/database/schema.ts'
import { CARRIED_COLUMNS } from './accounted-attempts.ts'
import {
  type ChainFailure,
  inFlightTransfers,
  JournalConflictError,
  type JournaledAttempt,
  type PaidAttempt,
  queueAgain,
  type RecordedAs,
  recordExpired,
  recordFailures,
  recordPaid,
  resolve,
  type Settlement,
  type Transaction,
  unbind,
} from './attempt-endings.ts'
import { createAttemptReader } from './attempt-reader.ts'
import { type CappedRun, createCappedPayments } from './capped-payments.ts'
import { createUnsentTransferStore, isStillOwed } from './unsent-transfers.ts'

export interface PlannedAttempt {
  attempt: NewAttempt
  /** In their order in the transaction; none for a marker. */
  transfers: readonly PlannedTransfer[]
}

/** A transfer as it was signed. */
export type PlannedTransfer = Pick<Transfer, 'id' | 'recipient' | 'baseUnits'>

export {
  type ChainFailure,
  JournalConflictError,
  type JournaledAttempt,
  type PaidAttempt,
} from './attempt-endings.ts'

import { recordAction } from '#store/operator-actions.ts'

export type { Debt, OwnAttempt, SettledDebts } from './attempt-reader.ts'

export type Journal = ReturnType<typeof createJournal>

/** The journal of attempts: written before anything is sent, never deleted. */
export function createJournal(database: Database, seals: RecordSeal, caps: PaymentCaps = NO_CAPS) {
  const { db, dialect } = database
  const capped = createCappedPayments(dialect, caps)
  const move = (
    attemptIds: readonly string[],
    change: Pick<Attempt, 'state' | 'error'> & Partial<Pick<Attempt, 'heldAtMs'>>,
    transferState: 'in_flight' | 'hold',
  ): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await tx
        .updateTable('attempt')
        .set(change)
        .where('id', 'in', [...attemptIds])
        .where('state', 'in', [...UNRESOLVED_ATTEMPT_STATES])
        .execute()
      await tx
        .updateTable('transfer')
        .set({ state: transferState })
        .where('id', 'in', inFlightTransfers(tx, ...attemptIds))
        .execute()
    })

  const assertWithinCaps = async (tx: Transaction, runId: number, planned: readonly PlannedAttempt[]) => {
    const payments = planned.flatMap(({ transfers }) => transfers)
    if (payments.length === 0) return
    const run = await tx.selectFrom('run').selectAll().where('id', '=', runId).executeTakeFirst()
    if (!run || !capped.isCapped(run)) return
    await capped.lock(tx, run)
    const nowMs = Math.max(...planned.map(({ attempt }) => attempt.journaledAtMs))
    const { reached } = await capped.take(tx, run, payments, nowMs)
    if (reached) throw new JournalConflictError(reached.words)
  }

  return {
    ...createAttemptReader(database, seals),
    ...createUnsentTransferStore(database),

    /** Takes those of a run's next payments that no cap forbids, and says what forbids the one after them. */
    withinCaps<T extends { baseUnits: bigint }>(run: CappedRun, payments: readonly T[], nowMs: number) {
      return capped.take(db, run, payments, nowMs)
    },

    /**
     * Writes signed transactions down in one durable commit, and moves their transfers to `in_flight`. In the
     * same commit it checks that the runner still owns the wallet's lease, that the run was not stopped, that no cap is exceeded and that
     * every transfer is still owed, to the address and of the amount that were signed. A marker, which pays nobody,
     * may be written while a run stops. Throws JournalConflictError otherwise.
     */
    async write(
      lease: { name: string; fence: number },
      runId: number,
      planned: readonly PlannedAttempt[],
    ): Promise<JournaledAttempt[]> {
      return db.transaction().execute(async (tx) => {
        // A transaction that is sent after this commit may never be lost, whatever the server's or the
        // session's settings are.
        if (dialect === 'postgres') await sql`set local synchronous_commit = on`.execute(tx)
        await assertLease(tx, lease)
        await assertWithinCaps(tx, runId, planned)
        const taken = await takeTransfers(
          tx,
          runId,
          planned.flatMap(({ transfers }) => transfers),
        )
        const rows = await insertAttempts(tx, seals, planned, taken)
        const payment = planned.find(({ transfers }) => transfers.length > 0)
        if (payment) await countBatch(tx, runId, payment.attempt.journaledAtMs)
        return rows
      })
    },

    /** Notes how far unresolved attempts have come, in one commit. Their transfers stay bound to them, as they do on hold. */
    async mark(
      attemptIds: readonly string[],
      state: 'broadcast' | 'confirmed',
      note: string | null,
    ): Promise<void> {
      if (attemptIds.length > 0) await move(attemptIds, { state, error: note }, 'in_flight')
    },

    /** Puts an unresolved attempt on hold; `missing` says in words which evidence is lacking. */
    async hold(attemptId: string, missing: string, nowMs: number): Promise<void> {
      await move([attemptId], { state: 'hold', error: missing, heldAtMs: nowMs }, 'hold')
    },

    /** Says anew what an attempt on hold lacks. Since when it is on hold stays. */
    async noteMissing(attemptId: string, missing: string): Promise<void> {
      await db
        .updateTable('attempt')
        .set({ error: missing })
        .where('id', '=', attemptId)
        .where('state', '=', 'hold')
        .execute()
    },

    /**
     * Settles attempts that are finalized without error, in one commit: their transfers become paid and their claims sent. Throws
     * JournalConflictError when one has ended already: then none is settled.
     */
    async settlePaid(paid: readonly PaidAttempt[], nowMs: number): Promise<void> {
      if (paid.length === 0) return
      await db.transaction().execute(async (tx) => {
        for (const { attempt, slot } of paid) await recordPaid(tx, attempt, { slot, nowMs })
      })
    },

    /**
     * Settles an attempt on hold as an operator decides, and records that they did, in one commit. Throws
     * JournalConflictError when it is not on hold any more.
     */
    async settleHeld(
      attempt: JournaledAttempt,
      as: ({ kind: 'paid'; slot: number } & RecordedAs) | { kind: 'expired'; evidence: string },
      action: NewOperatorAction,
    ): Promise<void> {
      await db.transaction().execute(async (tx) => {
        // An update, not a read: nobody settles it otherwise until the commit.
        const held = await tx
          .updateTable('attempt')
          .set({ state: 'hold' })
          .where('id', '=', attempt.id)
          .where('state', '=', 'hold')
          .executeTakeFirst()
        if (held.numUpdatedRows !== 1n) throw new JournalConflictError(`Attempt ${attempt.id} is not on hold`)
        if (as.kind === 'paid') await recordPaid(tx, attempt, { ...as, nowMs: action.atMs })
        else await recordExpired(tx, attempt, as.evidence, action.atMs)
        await recordAction(tx, action)
      })
    },

    /**
     * Settles an attempt that is finalized with an error: nothing was moved. Where the cause is the sender,
     * all transfers go back to the queue. Otherwise a single transfer fails with the reason; several go back,
     * to be sent in groups of half the size, until the failing one is alone.
     */
    async settleFailed(
      attempt: JournaledAttempt,
      { reason, isSendersFault }: ChainFailure,
      { slot, nowMs }: Settlement,
    ): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await resolve(tx, attempt.id, { state: 'failed', slot, error: reason }, nowMs)
        if (isSendersFault) {
          await queueAgain(tx, attempt.id)
          return
        }
        const carried = await inFlightTransfers(tx, attempt.id).execute()
        await tx
          .updateTable('transfer')
          .set(
            carried.length === 1
              ? { state: 'failed', failure: reason, settledAtMs: nowMs }
              : { state: 'queued', packLimit: Math.floor(carried.length / 2) },
          )
          .where('id', 'in', inFlightTransfers(tx, attempt.id))
          .execute()
        if (carried.length === 1) await recordFailures(tx, [carried[0]?.transferId ?? 0], reason, nowMs)
        await unbind(tx, attempt.id)
      })
    },

    /**
     * Settles an attempt that is proved not to have landed and to be unable to land: its transfers are owed
     * again.
     */
    async settleExpired(attempt: JournaledAttempt, evidence: string, nowMs: number): Promise<void> {
      await db.transaction().execute((tx) => recordExpired(tx, attempt, evidence, nowMs))
    },
  }
}

/** Inserts attempts, sealed with the transfers that they carry, and binds these to them. Returns them in their order. */
async function insertAttempts(
  tx: Transaction,
  seals: RecordSeal,
  planned: readonly PlannedAttempt[],
  taken: ReadonlyMap<number, CarriedTransfer>,
): Promise<JournaledAttempt[]> {
  if (planned.length === 0) return []
  const values = planned.map(({ attempt, transfers }) => {
    // Rows of one statement have the same columns: it does not know the defaults of those that one lacks.
    const row = { kind: 'payment' as const, baseUnits: 0n, ...attempt }
    const carried = transfers.flatMap(({ id }) => taken.get(id) ?? [])
    return { ...row, seal: seals.make(sealedAttempt(row, carried)) }
  })
  const rows = await tx.insertInto('attempt').values(values).returningAll().execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const bound = planned.flatMap(({ attempt: { id, runId }, transfers }) =>
    transfers.map(({ id: transferId }, position) => ({
      attemptId: id,
      transferId,
      position,
      inFlight: 1,
      runId,
    })),
  )
  if (bound.length > 0) await tx.insertInto('attempt_transfer').values(bound).execute()
  return planned.map(({ attempt }) => byId.get(attempt.id) as JournaledAttempt)
}

/**
 * Moves transfers to `in_flight`. Throws JournalConflictError where one is not owed, not free, to be paid to nobody, or not as it was
 * signed: its claim may have been corrected since.
 */
async function takeTransfers(
  tx: Transaction,
  runId: number,
  planned: readonly PlannedTransfer[],
): Promise<ReadonlyMap<number, CarriedTransfer>> {
  if (planned.length === 0) return new Map()
  const taken = await tx
    .updateTable('transfer')
    .set({ state: 'in_flight' })
    .where(
      'id',
      'in',
      planned.map(({ id }) => id),
    )
    .where('runId', '=', runId)
    .where('state', '=', 'queued')
    .where(isStillOwed)
    .where(isNotDenied)
    .returning([...CARRIED_COLUMNS])
    .execute()
  if (taken.length !== planned.length) {
    throw new JournalConflictError('A transfer of this batch is no longer owed or no longer free')
  }
  const byId = new Map(taken.map((transfer) => [transfer.id, transfer]))
  if (!planned.every((signed) => isAsSigned(signed, byId.get(signed.id)))) {
    throw new JournalConflictError('A transfer of this batch is no longer as it was signed')
  }
  return byId
}

function isAsSigned(signed: PlannedTransfer, taken: CarriedTransfer | undefined): boolean {
  return taken?.recipient === signed.recipient && taken.baseUnits === signed.baseUnits
}

/**
 * Counts a batch of a run that still runs. Throws JournalConflictError where it was stopped: an update, not a read, so that a stop
 * waits for this commit, or this commit sees the stop.
 */
async function countBatch(tx: Transaction, runId: number, lastBatchAtMs: number): Promise<void> {
  const counted = await tx
    .updateTable('run')
    .set((update) => ({ batchCount: update('batchCount', '+', 1), lastBatchAtMs }))
    .where('id', '=', runId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (counted.numUpdatedRows !== 1n) throw new JournalConflictError('The run was stopped')
}

async function assertLease(tx: Transaction, { name, fence }: { name: string; fence: number }): Promise<void> {
  // An update, not a read: it holds the row until the commit, so that nobody takes the lease over in between.
  const held = await tx
    .updateTable('lease')
    .set({ fence })
    .where('name', '=', name)
    .where('fence', '=', fence)
    .executeTakeFirst()
  if (held.numUpdatedRows !== 1n) throw new JournalConflictError('Another runner has taken over this wallet')
}
