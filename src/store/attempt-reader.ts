import { sql } from 'kysely'
import type { Attempt } from '#domain/attempt.ts'
import { UNRESOLVED_ATTEMPT_STATES } from '#domain/payout-states.ts'
import type { RecordSeal } from '#domain/sealed-record.ts'
import { accountedAttempts } from './accounted-attempts.ts'
import type { JournaledAttempt } from './attempt-endings.ts'
import { chunksOf } from './chunks-of.ts'
import type { Database } from './database.ts'

/** An attempt of ours, as far as the source account's history is concerned. */
export interface OwnAttempt {
  /** What it takes from the source account if it lands without error. */
  baseUnits: bigint
  lastValidBlockHeight: number
}

/** Signatures that one query names. */
const SIGNATURES_PER_QUERY = 500

/**
 * True of an attempt that is neither paid, failed nor dead. Spelled out as in the partial index: SQLite takes an index for none
 * of the states that are bound only when the statement runs.
 */
const isUnresolved = sql<boolean>`state in (${sql.join(UNRESOLVED_ATTEMPT_STATES.map((state) => sql.lit(state)))})`

/** What the journal says of the attempts that it holds. */
export function createAttemptReader({ db }: Database, seals: RecordSeal) {
  return {
    /** Every attempt on a cluster that is neither paid, failed nor dead, oldest first. */
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

    /** Tells whether any attempt on a cluster is neither settled nor on hold. */
    async isAnyInFlight(genesisHash: string): Promise<boolean> {
      const row = await db
        .selectFrom('attempt')
        .select('id')
        .where(isUnresolved)
        .where('state', '!=', 'hold')
        .where('genesisHash', '=', genesisHash)
        // Not bound: SQLite plans a statement anew for each limit that is.
        .limit(sql.lit(1))
        .executeTakeFirst()
      return row !== undefined
    },

    /** The attempts among these signatures that are ours, by signature. */
    async findBySignatures(signatures: readonly string[]): Promise<Map<string, OwnAttempt>> {
      const found = new Map<string, OwnAttempt>()
      for (let start = 0; start < signatures.length; start += SIGNATURES_PER_QUERY) {
        const rows = await db
          .selectFrom('attempt')
          .select(['signature', 'baseUnits', 'lastValidBlockHeight'])
          .where('signature', 'in', signatures.slice(start, start + SIGNATURES_PER_QUERY))
          .execute()
        for (const row of rows) {
          found.set(row.signature, ownAttempt(row))
        }
      }
      return found
    },

    /** Those of these signatures that a run signed. */
    async signedBy(runId: number, signatures: readonly string[]): Promise<Set<string>> {
      const signed = new Set<string>()
      for (const page of chunksOf(signatures)) {
        const rows = await db
          .selectFrom('attempt')
          .select('signature')
          .where('runId', '=', runId)
          .where('signature', 'in', page)
          .execute()
        for (const { signature } of rows) signed.add(signature)
      }
      return signed
    },

    /** Those of them that the records account for, should they have landed: see accounted-attempts.ts. */
    async findAccounted(signatures: readonly string[]): Promise<Map<string, OwnAttempt>> {
      const found = await accountedAttempts(db, seals, signatures)
      return new Map(Array.from(found, ([signature, row]) => [signature, ownAttempt(row)]))
    },

    /** How often in all a transfer of this attempt was proved not to have landed before. */
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

    /** The transfers among these that a transaction of ours has paid, with its signature, whatever they themselves say. */
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

    /** The fencing tokens under which transactions were journaled, oldest first. */
    async fences(genesisHash: string): Promise<number[]> {
      const rows = await db
        .selectFrom('attempt')
        .select('fence')
        .where('genesisHash', '=', genesisHash)
        .orderBy('journaledAtMs')
        .execute()
      return rows.map(({ fence }) => fence)
    },
  }
}

function ownAttempt({
  baseUnits,
  lastValidBlockHeight,
}: Pick<Attempt, 'baseUnits' | 'lastValidBlockHeight'>): OwnAttempt {
  return { baseUnits: BigInt(baseUnits), lastValidBlockHeight: lastValidBlockHeight }
}
