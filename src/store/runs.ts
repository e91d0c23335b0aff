import { type ExpressionBuilder, sql } from 'kysely'
import type { RunState, TransferState } from '#domain/payout-states.ts'
import type { Database } from '#store/database.ts'
import type { NewRun, NewTransfer, RunRow, Schema, SenderKind } from '#store/schema.ts'
import { sumDecimals } from '#store/sum-decimals.ts'

export type TransferCounts = Record<TransferState, number>

/** How many transfers a run has paid, failed and left on hold. */
export interface RunOutcomeCounts {
  paid: number
  failed: number
  held: number
}

export interface RunCost {
  feeLamports: bigint
  rentLamports: bigint
  transactions: number
}

/** What a run's records say that one transaction paid, and where they stand on it. */
export interface RunPayment {
  /** The transaction that paid; for `unpaid`, one that was signed and is settled as not having paid. */
  signature: string
  state: 'paid' | 'unpaid'
  /** The slot at which it was settled. */
  slot: number | null
  payments: number
  baseUnits: bigint
}

/** A run beside the name of the file that it pays, if any. */
export interface ListedRun extends RunRow {
  file_name: string | null
}

/** A wallet's account of one mint, on one cluster. */
export type PayingWallet = Pick<RunRow, 'genesis_hash' | 'wallet_address' | 'mint_address'>

/** Reads a run's anchor; null where it has none yet. */
export function anchorOf(
  run: Pick<RunRow, 'anchor_slot' | 'anchor_base_units'> | undefined,
): { slot: number; baseUnits: bigint } | null {
  if (!run || run.anchor_slot === null || run.anchor_base_units === null) return null
  return { slot: run.anchor_slot, baseUnits: BigInt(run.anchor_base_units) }
}

export type RunStore = ReturnType<typeof createRunStore>

export function createRunStore({ db, dialect }: Database) {
  return {
    /** Begins a run. Undefined when the wallet has an unfinished one: a unique index decides. */
    create(run: NewRun): Promise<RunRow | undefined> {
      return db
        .insertInto('run')
        .values(run)
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst()
    },

    find(id: number): Promise<RunRow | undefined> {
      return db.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirst()
    },

    /** The newest run of a sender. */
    latest(sender: SenderKind = 'bulk'): Promise<RunRow | undefined> {
      return db
        .selectFrom('run')
        .selectAll()
        .where('sender', '=', sender)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    },

    /** The newest run of a distribution. */
    latestOf(distributionId: string): Promise<RunRow | undefined> {
      return db
        .selectFrom('run')
        .selectAll()
        .where('distribution_id', '=', distributionId)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    },

    /** Of both senders, newest first, from before `beforeId`. */
    list(limit: number, beforeId?: number): Promise<ListedRun[]> {
      return db
        .selectFrom('run')
        .leftJoin('distribution', 'distribution.id', 'run.distribution_id')
        .selectAll('run')
        .select('distribution.file_name')
        .$if(beforeId !== undefined, (query) => query.where('run.id', '<', beforeId ?? 0))
        .orderBy('run.id', 'desc')
        .limit(limit)
        .execute()
    },

    /** The newest run of a wallet that was done to its end in more than one batch: how fast it really went. */
    latestPaced(walletAddress: string, genesisHash: string): Promise<RunRow | undefined> {
      return db
        .selectFrom('run')
        .selectAll()
        .where('wallet_address', '=', walletAddress)
        .where('genesis_hash', '=', genesisHash)
        .where('state', '=', 'completed')
        .where('batch_count', '>', 1)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    },

    /** What a run's settled transactions cost: fees of all that landed, rent of those that paid. */
    async cost(runId: number): Promise<RunCost> {
      const rows = await db
        .selectFrom('attempt')
        .select(({ fn }) => [
          'state',
          fn.countAll<number>().as('count'),
          // All lamports there are fit 64 bits.
          sql<string>`cast(sum(cast(fee_lamports as bigint)) as text)`.as('fee'),
          sql<string>`cast(sum(cast(rent_lamports as bigint)) as text)`.as('rent'),
        ])
        .where('run_id', '=', runId)
        .where('state', 'in', ['paid', 'failed'])
        .groupBy('state')
        .execute()
      const cost: RunCost = { feeLamports: 0n, rentLamports: 0n, transactions: 0 }
      for (const { state, count, fee, rent } of rows) {
        cost.transactions += Number(count)
        cost.feeLamports += BigInt(fee)
        if (state === 'paid') cost.rentLamports += BigInt(rent)
      }
      return cost
    },

    unfinished(): Promise<RunRow[]> {
      return db.selectFrom('run').selectAll().where('state', 'in', ['running', 'stopping']).execute()
    },

    /** Asks an unfinished run to stop, or asks again. False when it has ended. */
    async askToStop(id: number): Promise<boolean> {
      const result = await db
        .updateTable('run')
        .set({ state: 'stopping' })
        .where('id', '=', id)
        .where('state', 'in', ['running', 'stopping'])
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    /** Says what an unfinished run waits for, and since when; null when it goes on. */
    async setWaiting(id: number, message: string | null, sinceMs: number | null): Promise<void> {
      await db
        .updateTable('run')
        .set({ message, waiting_since_ms: sinceMs })
        .where('id', '=', id)
        .where('state', 'in', ['running', 'stopping'])
        .execute()
    },

    /** Adds to the time for which a run was paying. */
    async addActive(id: number, ms: number): Promise<void> {
      await db
        .updateTable('run')
        .set((update) => ({ active_ms: update('active_ms', '+', ms) }))
        .where('id', '=', id)
        .execute()
    },

    /** Writes down what the source account held before the run signed anything, unless that is known already. */
    async setAnchor(id: number, { slot, baseUnits }: { slot: number; baseUnits: bigint }): Promise<void> {
      await db
        .updateTable('run')
        .set({ anchor_slot: slot, anchor_base_units: baseUnits.toString() })
        .where('id', '=', id)
        .where('anchor_slot', 'is', null)
        .execute()
    },

    /** The newest balance that is known to agree with the records, of one wallet's account of one mint. */
    async newestAnchor(wallet: PayingWallet): Promise<{ slot: number; baseUnits: bigint } | null> {
      const row = await db
        .selectFrom('run')
        .select(['anchor_slot', 'anchor_base_units'])
        .where('genesis_hash', '=', wallet.genesis_hash)
        .where('wallet_address', '=', wallet.wallet_address)
        .where('mint_address', '=', wallet.mint_address)
        .where('anchor_slot', 'is not', null)
        .orderBy('anchor_slot', 'desc')
        .limit(1)
        .executeTakeFirst()
      return anchorOf(row)
    },

    /** Ends a run. */
    async finish(id: number, state: RunState, message: string | null, nowMs: number): Promise<void> {
      await db
        .updateTable('run')
        .set({ state, message, finished_at_ms: nowMs, waiting_since_ms: null })
        .where('id', '=', id)
        .where('state', 'in', ['running', 'stopping'])
        .execute()
    },

    /**
     * Puts what is owed on a run's list. A claim whose payment is paid, under way or undecided is left as it is; one
     * whose payment failed, was held back or was never sent is taken over by this run.
     */
    async addTransfers(transfers: readonly NewTransfer[]): Promise<void> {
      if (transfers.length === 0) return
      await db
        .insertInto('transfer')
        .values([...transfers])
        .onConflict((conflict) =>
          conflict
            .column('claim_id')
            .doUpdateSet((update) => ({
              run_id: update.ref('excluded.run_id'),
              state: update.ref('excluded.state'),
              base_units: update.ref('excluded.base_units'),
              dust_ua: update.ref('excluded.dust_ua'),
              mint_address: update.ref('excluded.mint_address'),
              mint_decimals: update.ref('excluded.mint_decimals'),
              genesis_hash: update.ref('excluded.genesis_hash'),
              failure: update.ref('excluded.failure'),
              pack_limit: null,
            }))
            .where(mayBeListedAgain)
            .whereRef('transfer.run_id', '<', 'excluded.run_id' as 'transfer.run_id'),
        )
        .execute()
    },

    /** Puts what a distribution still owes on a run's list. */
    async addDistribution(runId: number, distributionId: string): Promise<void> {
      await db
        .updateTable('transfer')
        .set({ run_id: runId, state: 'queued', pack_limit: null, failure: null })
        .where('distribution_id', '=', distributionId)
        .where(mayBeListedAgain)
        .where((is) => is.or([is('run_id', 'is', null), is('run_id', '<', runId)]))
        .execute()
    },

    /**
     * Ends the making of a run's list: what is still under way or on hold from an earlier run over the same list
     * becomes this run's to settle, and the number of its transfers is written down.
     */
    async sealList(run: RunRow): Promise<void> {
      await db
        .updateTable('transfer')
        .set({ run_id: run.id })
        .where('state', 'in', ['live', 'hold'])
        .where('run_id', '<', run.id)
        .where('distribution_id', run.distribution_id === null ? 'is' : '=', run.distribution_id)
        .execute()
      await db
        .insertInto('transfer_failure')
        .columns(['run_id', 'transfer_id', 'reason', 'at_ms'])
        .expression(
          db
            .selectFrom('transfer')
            .select(({ fn, val }) => [
              sql<number>`run_id`.as('run_id'),
              'id',
              fn.coalesce('failure', val('')).as('reason'),
              sql<number>`${sql.lit(run.started_at_ms)}`.as('at_ms'),
            ])
            .where('run_id', '=', run.id)
            .where('state', '=', 'failed'),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await db
        .updateTable('run')
        .set(({ selectFrom }) => ({
          transfer_count: selectFrom('transfer')
            .select(sql<number>`count(*)`.as('count'))
            .where('run_id', '=', run.id),
        }))
        .where('id', '=', run.id)
        .execute()
    },

    /** Counts what a run came to, whichever run its transfers have belonged to since: from its attempts and its failures. */
    async outcome(runId: number): Promise<RunOutcomeCounts> {
      const [attempts, failures] = await Promise.all([
        db
          .selectFrom('attempt')
          .innerJoin('attempt_transfer', 'attempt_transfer.attempt_id', 'attempt.id')
          .select(({ fn }) => ['attempt.state', fn.countAll<number>().as('count')])
          .where('attempt.run_id', '=', runId)
          .where('attempt.state', 'in', ['paid', 'hold'])
          .groupBy('attempt.state')
          .execute(),
        db
          .selectFrom('transfer_failure')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('run_id', '=', runId)
          .executeTakeFirst(),
      ])
      const of = (state: 'paid' | 'hold') => Number(attempts.find((row) => row.state === state)?.count ?? 0)
      return { paid: of('paid'), held: of('hold'), failed: Number(failures?.count ?? 0) }
    },

    /** What a run paid, by transaction, and what it signed that paid nothing. What is under way or on hold is left out. */
    async payments(runId: number): Promise<RunPayment[]> {
      const carried = db
        .selectFrom('attempt')
        .innerJoin('attempt_transfer', 'attempt_transfer.attempt_id', 'attempt.id')
        .innerJoin('transfer', 'transfer.id', 'attempt_transfer.transfer_id')
        .where('attempt.run_id', '=', runId)
        .select(({ ref, fn }) => [
          fn.countAll<number>().as('payments'),
          fn.max('attempt.slot').as('slot'),
          sumDecimals.of(dialect, ref('transfer.base_units')).as('base_units'),
        ])
      const [paid, unpaid] = await Promise.all([
        // An operator may have settled an attempt by another transaction than its own.
        carried
          .where('attempt.state', '=', 'paid')
          .select(({ ref }) => ref('transfer.paid_tx').$notNull().as('signature'))
          .groupBy('transfer.paid_tx')
          .execute(),
        carried
          .where('attempt.state', 'in', ['failed', 'dead'])
          .select('attempt.signature')
          .groupBy('attempt.signature')
          .execute(),
      ])
      const paying = new Set(paid.map(({ signature }) => signature))
      const toPayment = (state: RunPayment['state']) => (row: (typeof unpaid)[number]) => ({
        signature: row.signature,
        state,
        slot: row.slot,
        payments: Number(row.payments),
        baseUnits: BigInt(row.base_units),
      })
      return [
        ...paid.map(toPayment('paid')),
        ...unpaid.filter(({ signature }) => !paying.has(signature)).map(toPayment('unpaid')),
      ]
    },

    /** Runs that signed something, have ended and were not compared with the chain yet. */
    uncompared(): Promise<RunRow[]> {
      return db
        .selectFrom('run')
        .selectAll()
        .where('finished_at_ms', 'is not', null)
        .where('anchor_slot', 'is not', null)
        .where('comparison', 'is', null)
        .orderBy('id', 'desc')
        .limit(5)
        .execute()
    },

    /** Writes down what the comparison with the chain found, in JSON. */
    async setComparison(id: number, comparison: string): Promise<void> {
      await db.updateTable('run').set({ comparison }).where('id', '=', id).execute()
    },

    async transferCounts(runId: number): Promise<TransferCounts> {
      const rows = await db
        .selectFrom('transfer')
        .select(['state', sql<number>`count(*)`.as('count')])
        .where('run_id', '=', runId)
        .groupBy('state')
        .execute()
      const counts: TransferCounts = { queued: 0, live: 0, hold: 0, paid: 0, failed: 0 }
      for (const { state, count } of rows) counts[state] = Number(count)
      return counts
    },
  }
}

/** True of what nothing is under way for: never sent, failed, or held back before anything was signed. */
function mayBeListedAgain({ or, and, not, exists, selectFrom, eb }: ExpressionBuilder<Schema, 'transfer'>) {
  const isUnderWay = exists(
    selectFrom('attempt_transfer')
      .select('attempt_transfer.transfer_id')
      .whereRef('attempt_transfer.transfer_id', '=', 'transfer.id')
      .where('attempt_transfer.live', '=', sql.lit(1)),
  )
  return or([
    eb('transfer.state', 'in', ['queued', 'failed']),
    and([eb('transfer.state', '=', 'hold'), not(isUnderWay)]),
  ])
}
