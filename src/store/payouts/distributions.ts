import type { Address } from '@solana/kit'
import { sql } from 'kysely'
import { type BaseUnits, formatDecimalUnits, NO_DUST } from '#domain/amounts.ts'
import type { Distribution } from '#domain/distribution.ts'
import type { TransferState } from '#domain/payout-states.ts'
import type { Observe } from '#domain/portal-event.ts'
import type { Transfer } from '#domain/transfer.ts'
import { sumDecimals } from '#store/database/column-readers.ts'
import type { Database } from '#store/database/database.ts'
import { recordAction } from '#store/operator-actions.ts'
import { createDistributionRunStore } from './distribution-runs.ts'
import { listRepeatedRows, readRepeatedPayments } from './repeated-payments.ts'

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
export interface UnresolvedAttempt {
  transferId: number
  signature: string
  error: string | null
}

const ROWS_PER_STATEMENT = 1000

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
        for (let start = 0; start < entries.length; start += ROWS_PER_STATEMENT) {
          await tx
            .insertInto('transfer')
            .values(
              entries.slice(start, start + ROWS_PER_STATEMENT).map((entry) => ({
                claimId: null,
                evmAddress: null,
                distributionId: distribution.id,
                rowNumber: entry.rowNumber,
                runId: null,
                state: 'queued' as const,
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
              })),
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
    async countTransactions(): Promise<number> {
      const row = await db
        .selectFrom('run')
        .innerJoin('attempt', 'attempt.runId', 'run.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('run.distributionId', 'is not', null)
        .where('attempt.state', '=', 'paid')
        .where('attempt.kind', '=', 'payment')
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

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
