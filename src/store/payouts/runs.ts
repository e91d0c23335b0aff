import type { Address } from '@solana/kit'
import { sql } from 'kysely'
import { type RunState, UNRESOLVED_ATTEMPT_STATES } from '#domain/payout-states.ts'
import type { Observe } from '#domain/portal-event.ts'
import type { Run, RunComparison } from '#domain/run.ts'
import type { RecordSeal } from '#domain/sealed-record.ts'
import type { Database } from '#store/database/database.ts'
import type { NewRun } from '#store/database/schema.ts'
import { inLongTransaction } from '#store/database/transactions.ts'
import { recordAction } from '#store/operator-actions.ts'
import { createAnchorStore } from '#store/records/anchors.ts'
import type { WalletKey } from '#store/records/records-behind.ts'
import type { LeaseTerm } from './leases.ts'
import {
  type ClaimScope,
  countUnderWay,
  createRunListStore,
  insertRun,
  runSubject,
  tellOfRun,
} from './run-lists.ts'
import { createRunResultStore } from './run-payments.ts'

export type RunStore = ReturnType<typeof createRunStore>

/** How fast a run went: what one batch waited for does not count. */
export interface RunPace {
  /** The delay that it was configured with. */
  delayMs: number
  betweenBatchesMs: number
}

/** The last batches of a run, which show its pace. */
const PACED_BATCHES = 200

function middleOf(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)]
}

/** The event of each state in which a run ends. */
const ENDINGS = {
  stopped: 'run_stopped',
  completed: 'run_completed',
  failed: 'run_failed',
} as const satisfies Partial<Record<RunState, string>>

export function createRunStore(database: Database, seals: RecordSeal, observe: Observe) {
  const { db, dialect } = database
  /** By run: what it waits for, as it was told last. The same words with another number in them are no news: some count down. */
  const told = new Map<number, string | null>()

  /** An unfinished run; where a lease is given, only for as long as nobody else has taken it since. */
  const updateUnfinished = (id: number, lease?: LeaseTerm) =>
    db
      .updateTable('run')
      .where('id', '=', id)
      .where('state', 'in', ['running', 'stopping'])
      .$if(lease !== undefined, (query) =>
        query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('lease')
              .select('name')
              .where('name', '=', lease?.name ?? '')
              .where('fence', '=', lease?.fence ?? 0),
          ),
        ),
      )

  return {
    ...createRunListStore(database),
    ...createRunResultStore(database),
    ...createAnchorStore(database, seals),

    /**
     * Begins a run, and makes its list in the same commit: see insertRun. Returns undefined when the wallet has an unfinished run, or
     * the same start made one. Throws OtherPaymentsError.
     */
    async create(run: NewRun, scope?: ClaimScope): Promise<Run | undefined> {
      const created = await inLongTransaction(database, (tx) => insertRun(tx, dialect, run, scope))
      if (created) tellOfRun(observe, created)
      return created
    },

    /** Counts the payments of claims, or of a distribution, that a transaction carries whose end is not known. */
    countUnderWay: (distributionId: string | null) => countUnderWay(db, distributionId),

    /** Finds the run that a start with this key has made. */
    findStarted(startKey: string): Promise<Run | undefined> {
      return db.selectFrom('run').selectAll().where('startKey', '=', startKey).executeTakeFirst()
    },

    find(id: number): Promise<Run | undefined> {
      return db.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirst()
    },

    /** Finds the newest run, of one sender or one distribution where that is given. */
    latest(of: Partial<Pick<Run, 'sender' | 'distributionId'>> = {}): Promise<Run | undefined> {
      return db
        .selectFrom('run')
        .selectAll()
        .where((is) => is.and(of))
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    },

    /** Returns the pace of a wallet's newest completed run of several batches: a canary is waited for, and shows none. */
    async latestPace(walletAddress: Address, genesisHash: string): Promise<RunPace | undefined> {
      const run = await db
        .selectFrom('run')
        .select(['id', 'delayMs'])
        .where('walletAddress', '=', walletAddress)
        .where('genesisHash', '=', genesisHash)
        .where('state', '=', 'completed')
        .where('batchCount', '>', 1)
        .where('canary', 'is', null)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!run) return undefined
      const batches = await db
        .selectFrom('attempt')
        .select('journaledAtMs')
        .distinct()
        .where('runId', '=', run.id)
        .where('kind', '=', 'payment')
        .orderBy('journaledAtMs', 'desc')
        .limit(PACED_BATCHES)
        .execute()
      const gapsMs = batches
        .slice(1)
        .map(({ journaledAtMs }, index) => (batches[index]?.journaledAtMs ?? 0) - journaledAtMs)
      const betweenBatchesMs = middleOf(gapsMs)
      return betweenBatchesMs === undefined ? undefined : { delayMs: run.delayMs, betweenBatchesMs }
    },

    unfinished(): Promise<Run[]> {
      return db.selectFrom('run').selectAll().where('state', 'in', ['running', 'stopping']).execute()
    },

    /** Asks an unfinished run to stop, or asks again. Returns false when it has ended. */
    async askToStop(id: number, atMs: number): Promise<boolean> {
      const isAsked = await db.transaction().execute(async (tx) => {
        const asked = await tx
          .updateTable('run')
          .set({ state: 'stopping' })
          .where('id', '=', id)
          .where('state', '=', 'running')
          .executeTakeFirst()
        if (asked.numUpdatedRows !== 1n) return false
        const detail = 'what is under way is settled first'
        await recordAction(tx, { atMs, action: 'stop_run', subject: runSubject(id), detail })
        return true
      })
      if (isAsked) {
        observe({ event: 'run_stop_asked', runId: id })
        return true
      }
      const run = await db.selectFrom('run').select('state').where('id', '=', id).executeTakeFirst()
      return run?.state === 'stopping'
    },

    /**
     * Records what an unfinished run waits for, and since when; null when it no longer waits. Without the lease nothing is written:
     * false.
     */
    async setWaiting(
      id: number,
      message: string | null,
      sinceMs: number | null,
      lease?: LeaseTerm,
    ): Promise<boolean> {
      const written = await updateUnfinished(id, lease)
        .set({ message, waitingSinceMs: sinceMs })
        .executeTakeFirst()
      if (written.numUpdatedRows !== 1n) return false
      const words = message === null ? null : message.replaceAll(/\d+/g, '0')
      if (told.get(id) === words) return true
      told.set(id, words)
      if (message === null) observe({ event: 'run_going_on', runId: id })
      else observe({ event: 'run_waiting', runId: id, reason: message })
      return true
    },

    /** Records that a run has reached a cap. */
    noteCap: (id: number, detail: string, atMs: number): Promise<void> =>
      db
        .transaction()
        .execute((tx) => recordAction(tx, { atMs, action: 'reach_cap', subject: runSubject(id), detail })),

    /** Adds to the time for which a run was paying. */
    async addActive(id: number, ms: number): Promise<void> {
      await db
        .updateTable('run')
        .set((update) => ({ activeMs: update('activeMs', '+', ms) }))
        .where('id', '=', id)
        .execute()
    },

    /** Ends a run. Who has lost the lease ends none: false. */
    async finish(
      id: number,
      state: RunState,
      message: string | null,
      nowMs: number,
      lease?: LeaseTerm,
    ): Promise<boolean> {
      const finished = await updateUnfinished(id, lease)
        .set({ state, message, finishedAtMs: nowMs, waitingSinceMs: null })
        .executeTakeFirst()
      if (finished.numUpdatedRows !== 1n) return false
      told.delete(id)
      if (state in ENDINGS)
        observe({ event: ENDINGS[state as keyof typeof ENDINGS], runId: id, reason: message })
      return true
    },

    /**
     * Lists runs that were cleared to sign, have ended and were not compared with the chain yet, or only before the last of their payments
     * was decided.
     */
    uncompared(): Promise<Run[]> {
      return db
        .selectFrom('run')
        .selectAll()
        .where('finishedAtMs', 'is not', null)
        .where('anchorSlot', 'is not', null)
        .where(({ or, and, not, eb, exists, selectFrom, ref }) =>
          or([
            eb('comparison', 'is', null),
            and([
              eb(sql<string>`comparison`, 'like', '%"undecided":%'),
              eb(sql<string>`comparison`, 'not like', '%"undecided":0%'),
              not(
                exists(
                  selectFrom('attempt')
                    .select('attempt.id')
                    .whereRef('attempt.runId', '=', ref('run.id'))
                    .where('attempt.state', 'in', UNRESOLVED_ATTEMPT_STATES),
                ),
              ),
            ]),
          ]),
        )
        .orderBy('id', 'desc')
        .limit(5)
        .execute()
    },

    async setComparison(id: number, comparison: RunComparison): Promise<void> {
      await db
        .updateTable('run')
        .set({ comparison: jsonOf(comparison) })
        .where('id', '=', id)
        .execute()
    },

    /**
     * Has a wallet's runs of which the chain showed other payments compared once more: a node may have lacked what the chain has. Other
     * outflows are acknowledged one by one.
     */
    async compareAgain({ walletAddress, mintAddress, genesisHash }: WalletKey): Promise<void> {
      await db
        .updateTable('run')
        .set({ comparison: sql<string>`null` })
        .where('walletAddress', '=', walletAddress)
        .where('mintAddress', '=', mintAddress)
        .where('genesisHash', '=', genesisHash)
        .where(({ or, eb }) =>
          or(
            ['%"missing":0%', '%"unknownPayments":0%'].map((none) =>
              eb(sql<string>`comparison`, 'not like', none),
            ),
          ),
        )
        .execute()
    },
  }
}

function jsonOf({ baseUnits, ...comparison }: RunComparison): string {
  return JSON.stringify({ ...comparison, baseUnits: baseUnits.toString() })
}
