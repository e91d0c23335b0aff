import type { Attempt } from '#domain/attempt.ts'
import type { Database } from './database.ts'

/** The transaction that pays a transfer, or may, and the transfer's place in it. */
export interface Carrier
  extends Pick<Attempt, 'runId' | 'state' | 'signature' | 'slot' | 'feeLamports' | 'rentLamports' | 'error'> {
  transferId: number
  /** From 0. */
  position: number
  /** The number of transfers that it carries. */
  carried: number
}

/**
 * Reads the transactions that have paid these transfers, or still may; of one run where that is given. None where a payment was
 * recorded without a run.
 */
export async function readCarriers(
  { db }: Pick<Database, 'db'>,
  transferIds: readonly number[],
  runId?: number,
): Promise<Map<number, Carrier>> {
  if (transferIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('attempt_transfer as own')
    .innerJoin('attempt', 'attempt.id', 'own.attemptId')
    .select([
      'own.transferId',
      'own.position',
      'attempt.id as attemptId',
      'attempt.runId',
      'attempt.state',
      'attempt.signature',
      'attempt.slot',
      'attempt.feeLamports',
      'attempt.rentLamports',
      'attempt.error',
    ])
    .where('own.transferId', 'in', [...transferIds])
    .where(({ or, eb }) => or([eb('attempt.state', '=', 'paid'), eb('own.inFlight', '=', 1)]))
    .$if(runId !== undefined, (query) => query.where('own.runId', '=', runId ?? 0))
    .execute()
  const counts = await countCarried(db, [...new Set(rows.map(({ attemptId }) => attemptId))])
  return new Map(
    rows.map(({ attemptId, ...row }) => [row.transferId, { ...row, carried: counts.get(attemptId) ?? 1 }]),
  )
}

async function countCarried(db: Database['db'], attemptIds: readonly string[]): Promise<Map<string, number>> {
  if (attemptIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('attempt_transfer')
    .select(({ fn }) => ['attemptId', fn.countAll<number>().as('count')])
    .where('attemptId', 'in', [...attemptIds])
    .groupBy('attemptId')
    .execute()
  return new Map(rows.map(({ attemptId, count }) => [attemptId, Number(count)]))
}
