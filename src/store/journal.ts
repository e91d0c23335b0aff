import { sql } from 'kysely'
import type { Attempt } from '#domain/attempt.ts'
import { type CarriedTransfer, sealedAttempt } from '#domain/attempt-seal.ts'
import { UNRESOLVED_ATTEMPT_STATES } from '#domain/payout-states.ts'
import type { RecordSeal } from '#domain/sealed-record.ts'
import { CARRIED_COLUMNS } from './accounted-attempts.ts'
import {
  type ChainFailure,
  inFlightTransfers,
  JournalConflictError,
  type JournaledAttempt,
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
import type { Database } from './database.ts'
import { isNotDenied } from './deny-list.ts'
import type { NewAttempt, NewOperatorAction } from './schema.ts'
import { createUnsentTransferStore, isStillOwed } from './unsent-transfers.ts'

export interface PlannedAttempt {
  attempt: NewAttempt
  /** In their order in the transaction; none for a marker. */
  transferIds: readonly number[]
}

export { type ChainFailure, JournalConflictError, type JournaledAttempt } from './attempt-endings.ts'

export type { OwnAttempt } from './attempt-reader.ts'

export type Journal = ReturnType<typeof createJournal>

/** The journal of attempts: written before anything is sent, never deleted. */
export function createJournal(database: Database, seals: RecordSeal) {
  const { db, dialect } = database
  const move = (
    attemptId: string,
    change: Pick<Attempt, 'state' | 'error'> & Partial<Pick<Attempt, 'heldAtMs'>>,
    transferState: 'in_flight' | 'hold',
  ): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await tx
        .updateTable('attempt')
        .set(change)
        .where('id', '=', attemptId)
        .where('state', 'in', [...UNRESOLVED_ATTEMPT_STATES])
        .execute()
      await tx
        .updateTable('transfer')
        .set({ state: transferState })
        .where('id', 'in', inFlightTransfers(tx, attemptId))
        .execute()
    })

  return {
    ...createAttemptReader(database, seals),
    ...createUnsentTransferStore(database),

    /**
     * Writes signed transactions down in one durable commit, and moves their transfers to `in_flight`. In the
     * same commit it checks that the runner still owns the wallet's lease and that every transfer is still
     * owed. Throws JournalConflictError otherwise.
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
        const rows: Attempt[] = []
        for (const { attempt, transferIds } of planned) {
          const carried = await takeTransfers(tx, runId, transferIds)
          const seal = seals.make(sealedAttempt({ kind: 'payment', baseUnits: 0n, ...attempt }, carried))
          const row = await tx
            .insertInto('attempt')
            .values({ ...attempt, seal })
            .returningAll()
            .executeTakeFirstOrThrow()
          rows.push(row)
          if (transferIds.length === 0) continue
          await tx
            .insertInto('attempt_transfer')
            .values(
              transferIds.map((transferId, position) => ({
                attemptId: attempt.id,
                transferId,
                position,
                inFlight: 1,
              })),
            )
            .execute()
        }
        const payment = planned.find(({ transferIds }) => transferIds.length > 0)
        if (payment) {
          const lastBatchAtMs = payment.attempt.journaledAtMs
          await tx
            .updateTable('run')
            .set((update) => ({ batchCount: update('batchCount', '+', 1), lastBatchAtMs }))
            .where('id', '=', runId)
            .execute()
        }
        return rows as JournaledAttempt[]
      })
    },

    /** Notes how far an unresolved attempt has come. Its transfers stay bound to it, as they do on hold. */
    async mark(attemptId: string, state: 'broadcast' | 'confirmed', note: string | null): Promise<void> {
      await move(attemptId, { state, error: note }, 'in_flight')
    },

    /** Puts an unresolved attempt on hold; `missing` says in words which evidence is lacking. */
    async hold(attemptId: string, missing: string, nowMs: number): Promise<void> {
      await move(attemptId, { state: 'hold', error: missing, heldAtMs: nowMs }, 'hold')
    },

    /**
     * Settles an attempt that is finalized without error: its transfers become paid and their claims sent.
     */
    async settlePaid(attempt: JournaledAttempt, settlement: Settlement): Promise<void> {
      await db.transaction().execute((tx) => recordPaid(tx, attempt, settlement))
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
        await tx.insertInto('operator_action').values(action).execute()
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

/** Moves transfers to `in_flight`. Throws JournalConflictError where one is not owed, not free, or to be paid to nobody. */
async function takeTransfers(
  tx: Transaction,
  runId: number,
  transferIds: readonly number[],
): Promise<CarriedTransfer[]> {
  if (transferIds.length === 0) return []
  const taken = await tx
    .updateTable('transfer')
    .set({ state: 'in_flight' })
    .where('id', 'in', [...transferIds])
    .where('runId', '=', runId)
    .where('state', '=', 'queued')
    .where(isStillOwed)
    .where(isNotDenied)
    .returning([...CARRIED_COLUMNS])
    .execute()
  if (taken.length !== transferIds.length) {
    throw new JournalConflictError('A transfer of this batch is no longer owed or no longer free')
  }
  return taken
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
