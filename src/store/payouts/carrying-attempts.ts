import type { Kysely } from 'kysely'
import type { Attempt } from '#domain/attempt.ts'
import type { Schema } from '#store/database/schema.ts'

/** The transaction that pays a transfer, or may, and the transfer's place in it. */
export interface Carrier
  extends Pick<Attempt, 'runId' | 'state' | 'signature' | 'slot' | 'feeLamports' | 'rentLamports' | 'error'> {
  transferId: number
  /** From 0. */
  position: number
  /** The number of transfers that it carries. */
  carried: number
}

/** Selects attempts with the transfers that they carry. */
export function carriedTransfers(db: Kysely<Schema>) {
  return db
    .selectFrom('attempt')
    .innerJoin('attempt_transfer', 'attempt_transfer.attemptId', 'attempt.id')
    .innerJoin('transfer', 'transfer.id', 'attempt_transfer.transferId')
}

/** Adds to each transfer the transaction that has paid it, or still may; of one run where that is given. */
export async function withCarriers<T extends { id: number }>(
  db: Kysely<Schema>,
  transfers: readonly T[],
  runId?: number,
): Promise<(T & { carrier: Carrier | null })[]> {
  const carriers = await readCarriers(
    db,
    transfers.map(({ id }) => id),
    runId,
  )
  return transfers.map((transfer) => ({ ...transfer, carrier: carriers.get(transfer.id) ?? null }))
}

async function readCarriers(
  db: Kysely<Schema>,
  transferIds: readonly number[],
  runId: number | undefined,
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

async function countCarried(db: Kysely<Schema>, attemptIds: readonly string[]): Promise<Map<string, number>> {
  if (attemptIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('attempt_transfer')
    .select(({ fn }) => ['attemptId', fn.countAll<number>().as('count')])
    .where('attemptId', 'in', [...attemptIds])
    .groupBy('attemptId')
    .execute()
  return new Map(rows.map(({ attemptId, count }) => [attemptId, Number(count)]))
}
