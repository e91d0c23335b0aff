import { type ExpressionBuilder, sql } from 'kysely'
import { UNRESOLVED_ATTEMPT_STATES } from '#domain/payout-states.ts'
import {
  type BookedAs,
  bookDead,
  bookPaid,
  type ChainFailure,
  type JournaledAttempt,
  JournalRefusedError,
  liveTransfers,
  queueAgain,
  recordFailures,
  resolve,
  type Settlement,
  type Transaction,
  unbind,
} from '#store/attempt-endings.ts'
import type { Database } from '#store/database.ts'
import type { AttemptRow, NewAttempt, NewOperatorAction, Schema, TransferRow } from '#store/schema.ts'

export interface PlannedAttempt {
  attempt: NewAttempt
  /** In the order in which they stand in the transaction; none for a marker. */
  transferIds: readonly number[]
}

/** An attempt of ours, as far as the source account's history is concerned. */
export interface OwnAttempt {
  /** What it takes from the source account if it lands without error. */
  baseUnits: bigint
  lastValidBlockHeight: number
}

/** Signatures that one query names. */
const SIGNATURES_PER_QUERY = 500

export { type ChainFailure, type JournaledAttempt, JournalRefusedError } from '#store/attempt-endings.ts'

export type Journal = ReturnType<typeof createJournal>

/** The book of payments: written before anything is sent, never deleted. */
export function createJournal({ db, dialect }: Database) {
  const move = (
    attemptId: string,
    change: Pick<AttemptRow, 'state' | 'error'> & Partial<Pick<AttemptRow, 'held_at_ms'>>,
    transferState: 'live' | 'hold',
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
        .where('id', 'in', liveTransfers(tx, attemptId))
        .execute()
    })

  return {
    /** The next transfers of a run that nothing is under way for, oldest first; those to be sent in smaller groups come first. */
    async nextTransfers(runId: number, limit: number): Promise<TransferRow[]> {
      // One after the other, so that an index serves each: sorting a run's list anew for every batch takes as long as it is.
      const owed = (grouping: 'is' | 'is not') =>
        db
          .selectFrom('transfer')
          .selectAll('transfer')
          .where('transfer.run_id', '=', runId)
          .where('transfer.state', '=', sql.lit('queued'))
          .where('transfer.pack_limit', grouping, null)
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

    /** What is owed on a run's list and nothing is under way for, from after `afterId`. */
    pageOfQueued(runId: number, afterId: number, limit: number): Promise<TransferRow[]> {
      return db
        .selectFrom('transfer')
        .selectAll('transfer')
        .where('transfer.run_id', '=', runId)
        .where('transfer.state', '=', 'queued')
        .where('transfer.id', '>', afterId)
        .where(isStillOwed)
        .orderBy('transfer.id')
        .limit(limit)
        .execute()
    },

    /**
     * Writes signed transactions down in one durable commit, and moves their transfers to `live`.
     * In the same commit it checks that the runner still holds the wallet's lease and that every transfer is still owed.
     * Throws JournalRefusedError otherwise.
     */
    async write(
      lease: { name: string; fence: number },
      runId: number,
      planned: readonly PlannedAttempt[],
    ): Promise<JournaledAttempt[]> {
      return db.transaction().execute(async (tx) => {
        // What is sent after it may never be forgotten, whatever the server or the session has been told.
        if (dialect === 'postgres') await sql`set local synchronous_commit = on`.execute(tx)
        await assertLease(tx, lease)
        const rows: AttemptRow[] = []
        for (const { attempt, transferIds } of planned) {
          const row = await tx.insertInto('attempt').values(attempt).returningAll().executeTakeFirstOrThrow()
          rows.push(row)
          if (transferIds.length === 0) continue
          const leased = await tx
            .updateTable('transfer')
            .set({ state: 'live' })
            .where('id', 'in', [...transferIds])
            .where('run_id', '=', runId)
            .where('state', '=', 'queued')
            .where(isStillOwed)
            .executeTakeFirst()
          if (leased.numUpdatedRows !== BigInt(transferIds.length)) {
            throw new JournalRefusedError('A transfer of this batch is no longer owed or no longer free')
          }
          await tx
            .insertInto('attempt_transfer')
            .values(
              transferIds.map((transferId, position) => ({
                attempt_id: attempt.id,
                transfer_id: transferId,
                position,
                live: 1,
              })),
            )
            .execute()
        }
        if (planned.some(({ transferIds }) => transferIds.length > 0)) {
          await tx
            .updateTable('run')
            .set((update) => ({ batch_count: update('batch_count', '+', 1) }))
            .where('id', '=', runId)
            .execute()
        }
        return rows as JournaledAttempt[]
      })
    },

    /** Every attempt on a cluster that is neither paid, failed nor dead, oldest first. */
    async unresolved(genesisHash: string): Promise<JournaledAttempt[]> {
      const rows = await db
        .selectFrom('attempt')
        .selectAll()
        .where('state', 'in', [...UNRESOLVED_ATTEMPT_STATES])
        .where('genesis_hash', '=', genesisHash)
        .orderBy('journaled_at_ms')
        .execute()
      return rows as JournaledAttempt[]
    },

    /** Tells whether any attempt on a cluster is neither settled nor on hold. */
    async isAnyInFlight(genesisHash: string): Promise<boolean> {
      const row = await db
        .selectFrom('attempt')
        .select('id')
        .where(
          'state',
          'in',
          UNRESOLVED_ATTEMPT_STATES.filter((state) => state !== 'hold'),
        )
        .where('genesis_hash', '=', genesisHash)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** The attempts among these signatures that are ours, by signature. */
    async findBySignatures(signatures: readonly string[]): Promise<Map<string, OwnAttempt>> {
      const found = new Map<string, OwnAttempt>()
      for (let start = 0; start < signatures.length; start += SIGNATURES_PER_QUERY) {
        const rows = await db
          .selectFrom('attempt')
          .select(['signature', 'base_units', 'last_valid_block_height'])
          .where('signature', 'in', signatures.slice(start, start + SIGNATURES_PER_QUERY))
          .execute()
        for (const row of rows) {
          found.set(row.signature, {
            baseUnits: BigInt(row.base_units),
            lastValidBlockHeight: row.last_valid_block_height,
          })
        }
      }
      return found
    },

    /** How often in all a transfer of this attempt was proved not to have landed before. */
    async timesExpired(attemptId: string): Promise<number> {
      const rows = await db
        .selectFrom('attempt_transfer as carried')
        .innerJoin('attempt_transfer as earlier', 'earlier.transfer_id', 'carried.transfer_id')
        .innerJoin('attempt', 'attempt.id', 'earlier.attempt_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('carried.attempt_id', '=', attemptId)
        .where('attempt.state', '=', 'dead')
        .groupBy('carried.transfer_id')
        .execute()
      return Math.max(0, ...rows.map(({ count }) => Number(count)))
    },

    /** The transfers among these that a transaction of ours has paid, with its signature, whatever they themselves say. */
    async paidAmong(transferIds: readonly number[]): Promise<Map<number, string>> {
      if (transferIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('attempt_transfer')
        .innerJoin('attempt', 'attempt.id', 'attempt_transfer.attempt_id')
        .select(['attempt_transfer.transfer_id', 'attempt.signature'])
        .where('attempt_transfer.transfer_id', 'in', [...transferIds])
        .where('attempt.state', '=', 'paid')
        .execute()
      return new Map(rows.map(({ transfer_id, signature }) => [transfer_id, signature]))
    },

    /** The fencing tokens under which transactions were journaled, oldest first. */
    async fences(genesisHash: string): Promise<number[]> {
      const rows = await db
        .selectFrom('attempt')
        .select('fence')
        .where('genesis_hash', '=', genesisHash)
        .orderBy('journaled_at_ms')
        .execute()
      return rows.map(({ fence }) => fence)
    },

    /** Notes how far an unresolved attempt has come. Its transfers stay bound to it, as they do on hold. */
    async mark(attemptId: string, state: 'broadcast' | 'confirmed', note: string | null): Promise<void> {
      await move(attemptId, { state, error: note }, 'live')
    },

    /** Puts an unresolved attempt on hold: what is missing to decide it, in words. */
    async hold(attemptId: string, missing: string, nowMs: number): Promise<void> {
      await move(attemptId, { state: 'hold', error: missing, held_at_ms: nowMs }, 'hold')
    },

    /** Finalized without error: its transfers are paid and their claims sent. */
    async settlePaid(attempt: JournaledAttempt, settlement: Settlement): Promise<void> {
      await db.transaction().execute((tx) => bookPaid(tx, attempt, settlement))
    },

    /**
     * Settles an attempt on hold as an operator says, and writes down that they did, in one commit. Throws
     * JournalRefusedError when it is not on hold any more.
     */
    async settleHeld(
      attempt: JournaledAttempt,
      as: ({ kind: 'paid'; slot: number } & BookedAs) | { kind: 'dead'; evidence: string },
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
        if (held.numUpdatedRows !== 1n) throw new JournalRefusedError(`Attempt ${attempt.id} is not on hold`)
        if (as.kind === 'paid') await bookPaid(tx, attempt, { ...as, nowMs: action.at_ms })
        else await bookDead(tx, attempt, as.evidence, action.at_ms)
        await tx.insertInto('operator_action').values(action).execute()
      })
    },

    /**
     * Finalized with an error: nothing was moved. For what the sender lacks nobody is failed: all go back to the queue.
     * Otherwise one transfer alone is failed with the reason; several go back, to be sent in groups of half the size, until
     * the failed one stands alone.
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
        const carried = await liveTransfers(tx, attempt.id).execute()
        await tx
          .updateTable('transfer')
          .set(
            carried.length === 1
              ? { state: 'failed', failure: reason, settled_at_ms: nowMs }
              : { state: 'queued', pack_limit: Math.floor(carried.length / 2) },
          )
          .where('id', 'in', liveTransfers(tx, attempt.id))
          .execute()
        if (carried.length === 1) await recordFailures(tx, [carried[0]?.transfer_id ?? 0], reason, nowMs)
        await unbind(tx, attempt.id)
      })
    },

    /** Proved not to have landed and to be unable to land: its transfers are owed again. */
    async settleDead(attempt: JournaledAttempt, evidence: string, nowMs: number): Promise<void> {
      await db.transaction().execute((tx) => bookDead(tx, attempt, evidence, nowMs))
    },

    /** Fails transfers that were found unpayable before anything was signed for them. */
    async failUnsent(transferIds: readonly number[], reason: string, nowMs: number): Promise<void> {
      if (transferIds.length === 0) return
      await db.transaction().execute(async (tx) => {
        const failed = await tx
          .updateTable('transfer')
          .set({ state: 'failed', failure: reason, settled_at_ms: nowMs })
          .where('id', 'in', [...transferIds])
          .where('state', '=', 'queued')
          .returning('id')
          .execute()
        await recordFailures(
          tx,
          failed.map(({ id }) => id),
          reason,
          nowMs,
        )
      })
    },

    /** Holds transfers back that must not be signed for as they stand in the records: why, in words. */
    async holdUnverified(transferIds: readonly number[], reason: string): Promise<void> {
      if (transferIds.length === 0) return
      await db
        .updateTable('transfer')
        .set({ state: 'hold', failure: reason })
        .where('id', 'in', [...transferIds])
        .where('state', '=', 'queued')
        .execute()
    },

    /** Has transfers sent in smaller groups from now on. */
    async limitPack(transferIds: readonly number[], packLimit: number): Promise<void> {
      if (transferIds.length === 0) return
      await db
        .updateTable('transfer')
        .set({ pack_limit: packLimit })
        .where('id', 'in', [...transferIds])
        .where('state', '=', 'queued')
        .execute()
    },
  }
}

/** A distribution's row is owed until it is paid; a claim's payment only while the claim is queued. */
function isStillOwed({ or, exists, selectFrom, eb }: ExpressionBuilder<Schema, 'transfer'>) {
  return or([
    eb('transfer.distribution_id', 'is not', null),
    exists(
      selectFrom('claim')
        .select('claim.id')
        .whereRef('claim.id', '=', 'transfer.claim_id')
        .where('claim.status', '=', 'queued'),
    ),
  ])
}

async function assertLease(tx: Transaction, { name, fence }: { name: string; fence: number }): Promise<void> {
  // An update, not a read: it holds the row until the commit, so that nobody takes the lease over in between.
  const held = await tx
    .updateTable('lease')
    .set({ fence })
    .where('name', '=', name)
    .where('fence', '=', fence)
    .executeTakeFirst()
  if (held.numUpdatedRows !== 1n) throw new JournalRefusedError('Another runner has taken over this wallet')
}
