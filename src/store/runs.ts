import type { Address } from '@solana/kit'
import type { RunState } from '#domain/payout-states.ts'
import type { Run } from '#domain/run.ts'
import type { RunComparison } from '#domain/run-comparison.ts'
import type { RecordSeal } from '#domain/sealed-record.ts'
import { createAnchorStore } from './anchors.ts'
import type { Database } from './database.ts'
import type { LeaseTerm } from './leases.ts'
import { createRunListStore } from './run-lists.ts'
import { createRunResultStore } from './run-results.ts'
import type { NewRun } from './schema.ts'

export type RunStore = ReturnType<typeof createRunStore>

export function createRunStore(database: Database, seals: RecordSeal) {
  const { db } = database

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
     * Begins a run, over the claims that were selected for it where some were. Returns undefined when the wallet has an unfinished
     * one: a unique index decides.
     */
    create(run: NewRun, claimIds: readonly string[] = []): Promise<Run | undefined> {
      return db.transaction().execute(async (tx) => {
        const created = await tx
          .insertInto('run')
          .values(run)
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst()
        if (!created || claimIds.length === 0) return created
        const selected = claimIds.map((claimId) => ({ runId: created.id, claimId }))
        await tx.insertInto('run_claim').values(selected).execute()
        return created
      })
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

    /** Finds the newest completed run of a wallet with more than one batch: it shows the actual pace. */
    latestPaced(walletAddress: Address, genesisHash: string): Promise<Run | undefined> {
      return db
        .selectFrom('run')
        .selectAll()
        .where('walletAddress', '=', walletAddress)
        .where('genesisHash', '=', genesisHash)
        .where('state', '=', 'completed')
        .where('batchCount', '>', 1)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    },

    unfinished(): Promise<Run[]> {
      return db.selectFrom('run').selectAll().where('state', 'in', ['running', 'stopping']).execute()
    },

    /** Asks an unfinished run to stop, or asks again. Returns false when it has ended. */
    async askToStop(id: number): Promise<boolean> {
      const result = await db
        .updateTable('run')
        .set({ state: 'stopping' })
        .where('id', '=', id)
        .where('state', 'in', ['running', 'stopping'])
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
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
      return written.numUpdatedRows === 1n
    },

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
      return finished.numUpdatedRows === 1n
    },

    /** Lists runs that were cleared to sign, have ended and were not compared with the chain yet. */
    uncompared(): Promise<Run[]> {
      return db
        .selectFrom('run')
        .selectAll()
        .where('finishedAtMs', 'is not', null)
        .where('anchorSlot', 'is not', null)
        .where('comparison', 'is', null)
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
  }
}

function jsonOf({ baseUnits, ...comparison }: RunComparison): string {
  return JSON.stringify({ ...comparison, baseUnits: baseUnits.toString() })
}
