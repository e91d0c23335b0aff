import { sql } from 'kysely'
import type { Run } from '#domain/run.ts'
import type { Transfer } from '#domain/transfer.ts'
import type { Database } from '#store/database/database.ts'
import { countRows, inArray, preparedQuery, readInChunks, textsFor } from '#store/database/queries.ts'
import type { JournaledAttempt } from './journal.ts'
import { isUnsigned } from './unsent-transfers.ts'

/** An attempt on hold and the transfers that it carries, in their order. */
export interface Hold {
  attempt: JournaledAttempt
  /** Of the token that it moves. */
  mintDecimals: number
  transfers: Transfer[]
}

/** A payment on hold that was never signed, and the wallet and the token of the run that was to pay it. */
export interface UnsignedHold {
  transfer: Transfer
  walletAddress: string
  token: Pick<Run, 'mintAddress' | 'mintDecimals' | 'genesisHash'>
}

/** So many are listed unless told: more than a person looks through. */
const MOST_LISTED = 200

/** A place in the list of held attempts. */
export type HoldPlace = Pick<JournaledAttempt, 'journaledAtMs' | 'id'>

/** How many transactions can not be decided, how many payments are on hold that nothing was signed for, and all payments on hold. */
interface HoldCounts {
  signed: number
  unsigned: number
  payments: number
}

/** Reads the payments that can not be decided without an operator, or until evidence appears. */
export function createHoldStore({ db, dialect }: Database) {
  const findUnsettled = preparedQuery<Transfer>(db, (claimIds) =>
    db
      .selectFrom('transfer')
      .selectAll()
      .where(inArray(dialect, 'claim_id', claimIds))
      .where('state', 'in', ['in_flight', 'hold']),
  )

  const held = () =>
    db
      .selectFrom('transfer')
      .innerJoin('run', 'run.id', 'transfer.runId')
      // Literal, so that SQLite sees that the partial index fits.
      .where('transfer.state', '=', sql.lit('hold'))
      // A reset has deleted the claims of some: those are owed no more.
      .where((is) =>
        is.or([is('transfer.claimId', 'is not', null), is('transfer.distributionId', 'is not', null)]),
      )

  const unsigned = () => held().where(isUnsigned)

  return {
    async counts(): Promise<HoldCounts> {
      return {
        signed: await countRows(db.selectFrom('attempt').where('state', '=', sql.lit('hold'))),
        unsigned: await countRows(unsigned()),
        payments: await countRows(held()),
      }
    },

    /** Lists held attempts from a place on, oldest first. */
    async list({
      limit = MOST_LISTED,
      after,
    }: {
      limit?: number
      after?: HoldPlace | undefined
    } = {}): Promise<Hold[]> {
      const attempts = await db
        .selectFrom('attempt')
        .innerJoin('run', 'run.id', 'attempt.runId')
        .selectAll('attempt')
        .select('run.mintDecimals')
        .where('attempt.state', '=', 'hold')
        .$if(after !== undefined, (held) =>
          held.where(({ eb, refTuple, tuple }) =>
            eb(
              refTuple('attempt.journaledAtMs', 'attempt.id'),
              '>',
              tuple(after?.journaledAtMs ?? 0, after?.id ?? ''),
            ),
          ),
        )
        .orderBy('attempt.journaledAtMs')
        .orderBy('attempt.id')
        .limit(limit)
        .execute()
      if (attempts.length === 0) return []
      const transfers = await db
        .selectFrom('attempt_transfer')
        .innerJoin('transfer', 'transfer.id', 'attempt_transfer.transferId')
        .selectAll('transfer')
        .select('attempt_transfer.attemptId')
        .where(
          'attempt_transfer.attemptId',
          'in',
          attempts.map(({ id }) => id),
        )
        .orderBy('attempt_transfer.position')
        .execute()
      const byAttempt = Map.groupBy(transfers, ({ attemptId }) => attemptId)
      return attempts.map(({ mintDecimals, ...attempt }) => ({
        attempt: attempt as JournaledAttempt,
        mintDecimals,
        transfers: byAttempt.get(attempt.id) ?? [],
      }))
    },

    /** Finds the payments of these claims that are under way or on hold. */
    async unsettledOf(claimIds: readonly string[]): Promise<Transfer[]> {
      return claimIds.length === 0 ? [] : findUnsettled(textsFor(dialect, claimIds))
    },

    /** Finds those of these transfers that an unresolved transaction carries. */
    async signedAmong(transferIds: readonly number[]): Promise<Set<number>> {
      const rows = await readInChunks(transferIds, (page) =>
        db
          .selectFrom('attempt_transfer')
          .select('transferId')
          .where('transferId', 'in', page)
          .where('inFlight', '=', sql.lit(1))
          .execute(),
      )
      return new Set(rows.map(({ transferId }) => transferId))
    },

    /** Lists the transfers that an unresolved attempt carries. */
    transfers(attemptId: string): Promise<Transfer[]> {
      return db
        .selectFrom('attempt_transfer')
        .innerJoin('transfer', 'transfer.id', 'attempt_transfer.transferId')
        .selectAll('transfer')
        .where('attempt_transfer.attemptId', '=', attemptId)
        .where('attempt_transfer.inFlight', '=', 1)
        .execute()
    },

    /** Lists payments that are on hold without a transaction, oldest first: a run found something wrong before it signed. */
    async listUnsigned({
      limit = MOST_LISTED,
      afterId = 0,
    }: {
      limit?: number
      afterId?: number | undefined
    } = {}): Promise<UnsignedHold[]> {
      const rows = await unsigned()
        .selectAll('transfer')
        .select(['run.walletAddress', 'run.mintAddress as runMint', 'run.mintDecimals as runDecimals'])
        .select('run.genesisHash as runGenesis')
        .where('transfer.id', '>', afterId)
        .orderBy('transfer.id')
        .limit(limit)
        .execute()
      return rows.map(({ walletAddress, runMint, runDecimals, runGenesis, ...transfer }) => ({
        transfer,
        walletAddress,
        token: { mintAddress: runMint, mintDecimals: runDecimals, genesisHash: runGenesis },
      }))
    },

    /** Finds an attempt by its id, while it is on hold. */
    async find(attemptId: string): Promise<JournaledAttempt | undefined> {
      const row = await db
        .selectFrom('attempt')
        .selectAll()
        .where('id', '=', attemptId)
        .where('state', '=', 'hold')
        .executeTakeFirst()
      return row as JournaledAttempt | undefined
    },
  }
}
