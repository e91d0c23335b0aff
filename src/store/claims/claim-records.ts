import { type Selectable, sql } from 'kysely'
import type { Attempt } from '#domain/attempt.ts'
import type { ClaimCorrection } from '#domain/claim.ts'
import type { Run } from '#domain/run.ts'
import type { Snapshot } from '#domain/snapshot.ts'
import type { Transfer } from '#domain/transfer.ts'
import type { Database } from '#store/database/database.ts'
import type { RecordedAction } from '#store/database/schema.ts'
import type { TransferFailureTable } from '#store/payouts/payout-tables.ts'
import { isTaken, type ListTerms } from './claim-corrections.ts'

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

export type PaymentFailure = Pick<Selectable<TransferFailureTable>, 'reason' | 'atMs'>

/** All records of one claim. */
export interface ClaimRecord {
  /** Of the list that its amount was read from. */
  snapshot: Snapshot | undefined
  payment: Transfer | undefined
  /** Why its payment failed in the run that has it on its list. */
  failure: PaymentFailure | undefined
  /** What it said before each correction, oldest first. */
  corrections: ClaimCorrection[]
  /** Oldest first. */
  attempts: ClaimAttempt[]
  /** The operators' actions on it or on one of its transactions, oldest first. */
  actions: RecordedAction[]
}

/** The steps of a claim's payment, as its claimant follows them. */
export interface ClaimJourney {
  payment: Pick<Transfer, 'state' | 'baseUnits' | 'failure'>
  /** The run that has it on its list, or paid it; null for one that was recorded without a run. */
  run: Pick<Run, 'state' | 'startedAtMs'> | null
  /** When the newest transaction was journaled that may still pay it, or has. */
  journaledAtMs: number | null
  /** A correction would be answered `claim_under_way`. */
  isTaken: boolean
}

/** The states of an attempt that may still pay, or has. */
const CARRYING = ['journaled', 'broadcast', 'confirmed', 'paid'] as const satisfies Attempt['state'][]

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

  async function failureOf(payment: Transfer | undefined): Promise<PaymentFailure | undefined> {
    if (!payment || payment.runId === null) return undefined
    return db
      .selectFrom('transfer_failure')
      .select(['reason', 'atMs'])
      .where('runId', '=', payment.runId)
      .where('transferId', '=', payment.id)
      .executeTakeFirst()
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
      return { snapshot, payment, failure: await failureOf(payment), corrections, attempts, actions }
    },

    /** Finds where the payment of a claim is; null before a run has listed it. */
    async findJourney(claimId: string, terms: ListTerms): Promise<ClaimJourney | null> {
      const payment = await db
        .selectFrom('transfer')
        .select(['id', 'runId', 'state', 'baseUnits', 'failure'])
        .where('claimId', '=', claimId)
        .executeTakeFirst()
      if (!payment) return null
      const { id, runId, ...rest } = payment
      const [run, carrying, taken] = await Promise.all([
        db.selectFrom('run').select(['state', 'startedAtMs']).where('id', '=', runId).executeTakeFirst(),
        db
          .selectFrom('attempt_transfer as own')
          .innerJoin('attempt', 'attempt.id', 'own.attemptId')
          .select('attempt.journaledAtMs')
          .where('own.transferId', '=', id)
          .where('attempt.state', 'in', [...CARRYING])
          .orderBy('attempt.journaledAtMs', 'desc')
          .limit(1)
          .executeTakeFirst(),
        isTaken(db, claimId, terms),
      ])
      return {
        payment: rest,
        run: run ?? null,
        journaledAtMs: carrying?.journaledAtMs ?? null,
        isTaken: taken,
      }
    },
  }
}
