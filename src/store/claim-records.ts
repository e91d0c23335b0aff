import { sql } from 'kysely'
import type { Attempt } from '#domain/attempt.ts'
import type { ClaimCorrection } from '#domain/claim-correction.ts'
import type { Snapshot } from '#domain/snapshot.ts'
import type { Transfer } from '#domain/transfer.ts'
import type { Database } from './database.ts'
import type { RecordedAction } from './schema.ts'

const ATTEMPT_COLUMNS = [
  'id',
  'state',
  'signature',
  'genesisHash',
  'journaledAtMs',
  'heldAtMs',
  'resolvedAtMs',
  'slot',
  'feeLamports',
  'error',
] as const satisfies (keyof Attempt)[]

/** A transaction that was signed to pay a claim. */
export type ClaimAttempt = Pick<Attempt, (typeof ATTEMPT_COLUMNS)[number]> & {
  /** The number of payments that it carries. */
  transfers: number
}

/** All records of one claim. */
export interface ClaimRecord {
  /** Of the list that its amount was read from. */
  snapshot: Snapshot | undefined
  payment: Transfer | undefined
  /** What it said before each correction, oldest first. */
  corrections: ClaimCorrection[]
  /** Oldest first. */
  attempts: ClaimAttempt[]
  /** The operators' actions on it or on one of its transactions, oldest first. */
  actions: RecordedAction[]
}

/** Reads all records of one claim. */
export function createClaimRecordStore({ db }: Database) {
  function attemptsOf(transferId: number): Promise<ClaimAttempt[]> {
    return db
      .selectFrom('attempt_transfer as own')
      .innerJoin('attempt', 'attempt.id', 'own.attemptId')
      .select(ATTEMPT_COLUMNS.map((column) => `attempt.${column}` as const))
      .select(({ selectFrom }) =>
        selectFrom('attempt_transfer')
          .select(sql<number>`count(*)`.as('count'))
          .whereRef('attempt_transfer.attemptId', '=', 'attempt.id')
          .$asScalar()
          .$notNull()
          .as('transfers'),
      )
      .where('own.transferId', '=', transferId)
      .orderBy('attempt.journaledAtMs')
      .execute()
  }

  return {
    async find(claim: { id: string; snapshotId: number }): Promise<ClaimRecord> {
      const [snapshot, payment, corrections] = await Promise.all([
        db.selectFrom('snapshot').selectAll().where('id', '=', claim.snapshotId).executeTakeFirst(),
        db.selectFrom('transfer').selectAll().where('claimId', '=', claim.id).executeTakeFirst(),
        db.selectFrom('claim_correction').selectAll().where('claimId', '=', claim.id).orderBy('id').execute(),
      ])
      const attempts = payment ? await attemptsOf(payment.id) : []
      const actions = await db
        .selectFrom('operator_action')
        .selectAll()
        .where('subject', 'in', [claim.id, ...attempts.map(({ id }) => id)])
        .orderBy('id')
        .execute()
      return { snapshot, payment, corrections, attempts, actions }
    },
  }
}
