import type { Address } from '@solana/kit'
import { sql } from 'kysely'
import { type BaseUnits, formatDecimalUnits, NO_DUST } from '#domain/amounts.ts'
import type { Distribution } from '#domain/payout-source.ts'
import type { TransferState } from '#domain/payout-states.ts'
import type { Observe } from '#domain/portal-event.ts'
import type { RepeatedPayments } from '#domain/repeated-payments.ts'
import type { Run } from '#domain/run.ts'
import type { Transfer } from '#domain/transfer.ts'
import { sumDecimals } from '#store/database/column-readers.ts'
import type { Database } from '#store/database/database.ts'
import { chunksOf, countRows } from '#store/database/queries.ts'
import type { NewOperatorAction, NewRun, NewTransfer } from '#store/database/schema.ts'
import { inLongTransaction } from '#store/database/transactions.ts'
import { recordAction } from '#store/operator-actions.ts'
import type { Transaction } from './attempt-endings.ts'
import { leaveOutRepeats, listRepeatedRows, readRepeatedPayments } from './repeated-payments.ts'
import { insertRun, type JudgedPayments, tellOfRun } from './run-lists.ts'

/** One row of a spreadsheet: who gets how much. */
export interface DistributionEntry {
  /** Its number in the file, as a person sees it. */
  rowNumber: number
  recipient: Address
  baseUnits: BaseUnits
  /** Keyed over the row: see domain/sealed-record.ts. */
  seal: string
}

/** The payments of one distribution in one state. */
export interface DistributionSum {
  distributionId: string
  state: TransferState
  count: number
  baseUnits: bigint
}

/** The unresolved attempt of one row: under way or on hold. */
interface UnresolvedAttempt {
  transferId: number
  signature: string
  error: string | null
}

/** Keeps spreadsheets of payments, and their rows. */
export function createDistributionStore(database: Database, observe: Observe) {
  const { db, dialect } = database
  return {
    ...createDistributionRunStore(database, observe),

    /** Compares what a distribution owes with what was paid before. */
    repeated: (distribution: Distribution) => readRepeatedPayments(db, dialect, distribution),

    /** Lists a page of the rows that were paid before, in the order of the file. */
    repeatedRows: (distribution: Distribution, page: { afterRow: number; limit: number }) =>
      listRepeatedRows(db, distribution, page),

    /** Records a whole distribution, or nothing. */
    async add(distribution: Distribution, entries: readonly DistributionEntry[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx.insertInto('distribution').values(distribution).execute()
        for (const page of chunksOf(entries)) {
          await tx
            .insertInto('transfer')
            .values(
              page.map(
                (entry): NewTransfer => ({
                  claimId: null,
                  evmAddress: null,
                  distributionId: distribution.id,
                  rowNumber: entry.rowNumber,
                  runId: null,
                  state: 'queued',
                  recipient: entry.recipient,
                  baseUnits: entry.baseUnits,
                  dustUA: NO_DUST,
                  mintAddress: distribution.mintAddress,
                  mintDecimals: distribution.mintDecimals,
                  genesisHash: distribution.genesisHash,
                  packLimit: null,
                  failure: null,
                  paidTx: null,
                  seal: entry.seal,
                  settledAtMs: null,
                }),
              ),
            )
            .execute()
        }
        const sum = formatDecimalUnits(distribution.totalBaseUnits, distribution.mintDecimals)
        await recordAction(tx, {
          atMs: distribution.createdAtMs,
          action: 'upload_distribution',
          subject: distribution.id,
          detail: `"${distribution.fileName}" (SHA-256 ${distribution.fileHash}): ${distribution.rowCount} payments, ${sum} tokens of ${distribution.mintAddress}`,
        })
      })
      const { id: distributionId, fileHash } = distribution
      observe({ event: 'distribution_published', distributionId, rows: entries.length, fileHash })
    },

    find(id: string): Promise<Distribution | undefined> {
      return db.selectFrom('distribution').selectAll().where('id', '=', id).executeTakeFirst()
    },

    /** Newest first. */
    list(): Promise<Distribution[]> {
      return db.selectFrom('distribution').selectAll().orderBy('createdAtMs', 'desc').execute()
    },

    /** Counts and sums the rows in each state that occurs, of one distribution or of all. */
    async sums(id?: string): Promise<DistributionSum[]> {
      const rows = await db
        .selectFrom('transfer')
        .select(({ ref }) => [
          'distributionId',
          'state',
          sql<number>`count(*)`.as('count'),
          sumDecimals.of(dialect, ref('baseUnits')).as('sum'),
        ])
        .where('distributionId', id === undefined ? 'is not' : '=', id ?? null)
        .groupBy(['distributionId', 'state'])
        .execute()
      return rows.map((row) => ({
        distributionId: row.distributionId ?? '',
        state: row.state,
        count: Number(row.count),
        baseUnits: BigInt(row.sum),
      }))
    },

    /** Counts the transactions that have paid rows of distributions. */
    countTransactions: (): Promise<number> =>
      countRows(
        db
          .selectFrom('run')
          .innerJoin('attempt', 'attempt.runId', 'run.id')
          .where('run.distributionId', 'is not', null)
          .where('attempt.state', '=', 'paid')
          .where('attempt.kind', '=', 'payment'),
      ),

    /** Finds the attempts that are under way or on hold for rows of one distribution. */
    unresolvedAttempts(id: string): Promise<UnresolvedAttempt[]> {
      return db
        .selectFrom('attempt_transfer')
        .innerJoin('transfer', 'transfer.id', 'attempt_transfer.transferId')
        .innerJoin('attempt', 'attempt.id', 'attempt_transfer.attemptId')
        .select(['attempt_transfer.transferId', 'attempt.signature', 'attempt.error'])
        .where('attempt_transfer.inFlight', '=', 1)
        .where('transfer.distributionId', '=', id)
        .execute()
    },

    /** Lists the rows of one distribution, in the order of the file. */
    transfers(id: string): Promise<Transfer[]> {
      return db
        .selectFrom('transfer')
        .selectAll()
        .where('distributionId', '=', id)
        .orderBy('rowNumber')
        .execute()
    },
  }
}

/** A run over a distribution that is to begin. */
export interface DistributionStart {
  run: NewRun & { distributionId: string }
  decide(repeated: RepeatedPayments): RepeatDecision
  /** What was judged of what it owes, without rows to be left out; where that changed meanwhile, `begin` throws OtherPaymentsError. */
  judged?: JudgedPayments | null
}

/** What becomes of the rows that were paid before: nothing begins; they are paid again; or they are left out. With its record, if any. */
export type RepeatDecision = { kind: 'ask' } | { kind: 'pay' | 'leave_out'; action: NewOperatorAction | null }

/**
 * The run that has begun, or what keeps it from beginning: `repeated` where it has to be confirmed first, `only_repeats` where nothing
 * would be left of it.
 */
type DistributionStartOutcome =
  | { kind: 'begun'; run: Run }
  | { kind: 'run_in_progress' | 'no_distribution' | 'only_repeats' }
  | { kind: 'repeated'; repeated: RepeatedPayments }

/** The result of a deletion. */
type RemovalOutcome = 'done' | 'no_distribution' | 'distribution_begun'

/** Begins the runs of distributions, and deletes distributions that have none. */
function createDistributionRunStore({ db, dialect }: Database, observe: Observe) {
  return {
    /**
     * Begins a run over a distribution. In the same commit, while no other run begins, what it owes is compared with what was paid
     * before, and what is left of it then is the run's list: nothing comes between what was decided about and what is on the list, and
     * of two starts of the same payments at once, the second one sees the first.
     */
    async begin({ run, decide, judged = null }: DistributionStart): Promise<DistributionStartOutcome> {
      const outcome = await inLongTransaction(
        { db, dialect },
        async (tx): Promise<DistributionStartOutcome> => {
          await keepOthersFromBeginning(tx, dialect)
          const distribution = await tx
            .selectFrom('distribution')
            .selectAll()
            .where('id', '=', run.distributionId)
            .$if(dialect === 'postgres', (query) => query.forUpdate())
            .executeTakeFirst()
          if (!distribution) return { kind: 'no_distribution' }
          const repeated = await readRepeatedPayments(tx, dialect, distribution)
          const decision = decide(repeated)
          if (decision.kind === 'ask') return { kind: 'repeated', repeated }
          const isLeaving = decision.kind === 'leave_out' && repeated.rows > 0
          if (isLeaving && repeated.rows === repeated.of) return { kind: 'only_repeats' }
          const begun = await insertRun(tx, dialect, run, {
            judged,
            leaveOut: isLeaving ? ({ id }) => leaveOutRepeats(tx, distribution, id) : undefined,
          })
          if (!begun) return { kind: 'run_in_progress' }
          if (decision.action) await recordAction(tx, decision.action)
          return { kind: 'begun', run: begun }
        },
      )
      if (outcome.kind === 'begun') tellOfRun(observe, outcome.run)
      return outcome
    },

    /** Deletes a distribution with its rows, and records who asked for it; never one that a run was begun for, or of which anything was paid. */
    async remove(id: string, action: NewOperatorAction): Promise<RemovalOutcome> {
      const outcome = await inLongTransaction({ db, dialect }, async (tx): Promise<RemovalOutcome> => {
        await keepOthersFromBeginning(tx, dialect)
        const found = await tx
          .selectFrom('distribution')
          .select('id')
          .where('id', '=', id)
          .$if(dialect === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst()
        if (!found) return 'no_distribution'
        if (await hasBegun(tx, id)) return 'distribution_begun'
        await tx.deleteFrom('transfer').where('distributionId', '=', id).execute()
        await tx.deleteFrom('distribution').where('id', '=', id).execute()
        await recordAction(tx, action)
        return 'done'
      })
      if (outcome === 'done') observe({ event: 'distribution_deleted', distributionId: id })
      return outcome
    },
  }
}

/** No run begins until the commit. SQLite has one writer, and a transaction that begins with an update is one. */
async function keepOthersFromBeginning(tx: Transaction, dialect: Database['dialect']): Promise<void> {
  if (dialect === 'postgres') await sql`lock table run in share row exclusive mode`.execute(tx)
  else await sql`update run set state = state where id < 0`.execute(tx)
}

async function hasBegun(tx: Transaction, id: string): Promise<boolean> {
  const run = await tx
    .selectFrom('run')
    .select('id')
    .where('distributionId', '=', id)
    .limit(1)
    .executeTakeFirst()
  const touched = await tx
    .selectFrom('transfer')
    .select('id')
    .where('distributionId', '=', id)
    .where(({ or, eb }) => or([eb('state', '<>', 'queued'), eb('runId', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return run !== undefined || touched !== undefined
}
