import { sql } from 'kysely'
import type { Attempt } from '#domain/attempt.ts'
import { UNRESOLVED_ATTEMPT_STATES } from '#domain/payout-states.ts'
import type { Run } from '#domain/run.ts'
import type { RecordSeal } from '#domain/sealed-record.ts'
import type { Transfer } from '#domain/transfer.ts'
import type { Database } from '#store/database/database.ts'
import { readInChunks } from '#store/database/queries.ts'
import { accountedAttempts } from './accounted-attempts.ts'
import type { JournaledAttempt } from './attempt-endings.ts'

/** An attempt of ours, as far as the source account's history is concerned. */
export interface OwnAttempt {
  /** The base units that leave the source account if it lands without error. */
  baseUnits: bigint
  lastValidBlockHeight: number
}

/** Identifies a claim's debt by its EVM address, and a row's by its place. */
export type Debt = Pick<Transfer, 'evmAddress' | 'distributionId' | 'rowNumber'>

/** Debts that are not owed now. */
export interface SettledDebts {
  /** Those of each attempt that is under way or on hold. */
  open: { attempt: JournaledAttempt; debts: Debt[] }[]
  /** `paidTx` is null where an operator gave none. */
  paid: (Debt & Pick<Transfer, 'paidTx'>)[]
}

/**
 * True of an attempt that is neither paid, failed nor expired. Literal, as in the partial index: SQLite does
 * not use that index for states that are bound parameters.
 */
const isUnresolved = sql<boolean>`state in (${sql.join(UNRESOLVED_ATTEMPT_STATES.map((state) => sql.lit(state)))})`

/** Reads attempts from the journal. */
export function createAttemptReader({ db }: Database, seals: RecordSeal) {
  return {
    /** Lists every attempt on a cluster that is neither paid, failed nor expired, oldest first. */
    async unresolved(genesisHash: string): Promise<JournaledAttempt[]> {
      const rows = await db
        .selectFrom('attempt')
        .selectAll()
        .where(isUnresolved)
        .where('genesisHash', '=', genesisHash)
        .orderBy('journaledAtMs')
        .orderBy('id')
        .execute()
      return rows as JournaledAttempt[]
    },

    /**
     * Lists the debts that a run's list must not have as owed: those that its wallet's attempts among the unresolved ones carry, and the paid
     * ones of the claims or of the distribution that it pays. What was reset is no debt any more.
     */
    async settledDebts(
      { genesisHash, walletAddress, distributionId }: Run,
      unresolved: readonly JournaledAttempt[],
    ): Promise<SettledDebts> {
      const own = unresolved.filter((attempt) => attempt.walletAddress === walletAddress)
      const ids = own.map(({ id }) => id)
      const bound = await readInChunks(ids, (page) =>
        db
          .selectFrom('attempt_transfer')
          .innerJoin('transfer', 'transfer.id', 'attempt_transfer.transferId')
          .select(['attempt_transfer.attemptId', 'evmAddress', 'distributionId', 'rowNumber'])
          .where('attempt_transfer.attemptId', 'in', page)
          .where('attempt_transfer.inFlight', '=', 1)
          .execute(),
      )
      const carried = Map.groupBy(bound, ({ attemptId }) => attemptId)
      const paid = await db
        .selectFrom('transfer')
        .select(['evmAddress', 'distributionId', 'rowNumber', 'paidTx'])
        .where('genesisHash', '=', genesisHash)
        .where('state', '=', 'paid')
        .where(({ eb, exists, selectFrom }) =>
          distributionId === null
            ? exists(selectFrom('claim').select('id').whereRef('claim.id', '=', 'transfer.claimId'))
            : eb('distributionId', '=', distributionId),
        )
        .execute()
      return { open: own.map((attempt) => ({ attempt, debts: carried.get(attempt.id) ?? [] })), paid }
    },

    /** Tells whether any attempt on a cluster is neither settled nor on hold. */
    async isAnyInFlight(genesisHash: string): Promise<boolean> {
      const row = await db
        .selectFrom('attempt')
        .select('id')
        .where(isUnresolved)
        .where('state', '!=', 'hold')
        .where('genesisHash', '=', genesisHash)
        // A literal: SQLite plans a statement anew for each limit that is a parameter.
        .limit(sql.lit(1))
        .executeTakeFirst()
      return row !== undefined
    },

    /** Finds the attempts with these signatures. */
    async findBySignatures(signatures: readonly string[]): Promise<Map<string, OwnAttempt>> {
      const rows = await readInChunks(signatures, (page) =>
        db
          .selectFrom('attempt')
          .select(['signature', 'baseUnits', 'lastValidBlockHeight'])
          .where('signature', 'in', page)
          .execute(),
      )
      return new Map(rows.map((row) => [row.signature, ownAttempt(row)]))
    },

    /** Finds those of these signatures that a run signed. */
    async signedBy(runId: number, signatures: readonly string[]): Promise<Set<string>> {
      const rows = await readInChunks(signatures, (page) =>
        db
          .selectFrom('attempt')
          .select('signature')
          .where('runId', '=', runId)
          .where('signature', 'in', page)
          .execute(),
      )
      return new Set(rows.map(({ signature }) => signature))
    },

    /**
     * Finds the attempts with these signatures that the records account for, should they have landed: see
     * accounted-attempts.ts.
     */
    async findAccounted(signatures: readonly string[]): Promise<Map<string, OwnAttempt>> {
      const found = await accountedAttempts(db, seals, signatures)
      return new Map(Array.from(found, ([signature, row]) => [signature, ownAttempt(row)]))
    },

    /** Counts how often the transfers of this attempt have expired so far: the most of any one of them. */
    async timesExpired(attemptId: string): Promise<number> {
      const rows = await db
        .selectFrom('attempt_transfer as carried')
        .innerJoin('attempt_transfer as earlier', 'earlier.transferId', 'carried.transferId')
        .innerJoin('attempt', 'attempt.id', 'earlier.attemptId')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('carried.attemptId', '=', attemptId)
        .where('attempt.state', '=', 'expired')
        .groupBy('carried.transferId')
        .execute()
      return Math.max(0, ...rows.map(({ count }) => Number(count)))
    },

    /**
     * Finds the transfers among these that are carried by a paid attempt, with its signature, regardless of
     * the transfers' own state.
     */
    async paidAmong(transferIds: readonly number[]): Promise<Map<number, string>> {
      if (transferIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('attempt_transfer')
        .innerJoin('attempt', 'attempt.id', 'attempt_transfer.attemptId')
        .select(['attempt_transfer.transferId', 'attempt.signature'])
        .where('attempt_transfer.transferId', 'in', [...transferIds])
        .where('attempt.state', '=', 'paid')
        .execute()
      return new Map(rows.map(({ transferId, signature }) => [transferId, signature]))
    },

    /**
     * Finds those of these transfers whose EVM address has another payment on the same run's list, or one under way: whatever the
     * tables allow, one address is owed one payment.
     */
    async contestedAmong(transferIds: readonly number[]): Promise<Set<number>> {
      if (transferIds.length === 0) return new Set()
      const rows = await db
        .selectFrom('transfer')
        .innerJoin('transfer as other', 'other.evmAddress', 'transfer.evmAddress')
        .select('transfer.id')
        .where('transfer.id', 'in', [...transferIds])
        .whereRef('other.id', '!=', 'transfer.id')
        .where(({ and, or, eb, exists, selectFrom }) =>
          or([
            and([eb('other.runId', '=', eb.ref('transfer.runId')), eb('other.state', '!=', 'failed')]),
            exists(
              selectFrom('attempt_transfer')
                .select('transferId')
                .whereRef('transferId', '=', 'other.id')
                .where('inFlight', '=', 1),
            ),
          ]),
        )
        .execute()
      return new Set(rows.map(({ id }) => id))
    },
  }
}

function ownAttempt({
  baseUnits,
  lastValidBlockHeight,
}: Pick<Attempt, 'baseUnits' | 'lastValidBlockHeight'>): OwnAttempt {
  return { baseUnits: BigInt(baseUnits), lastValidBlockHeight }
}
