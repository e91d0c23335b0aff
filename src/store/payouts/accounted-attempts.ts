import type { Kysely } from 'kysely'
import type { Attempt } from '#domain/attempt.ts'
import { type AttemptState, UNRESOLVED_ATTEMPT_STATES } from '#domain/payout-states.ts'
import {
  CARRIED_FIELDS,
  type CarriedTransfer,
  type RecordSeal,
  sealedAttempt,
} from '#domain/sealed-record.ts'
import type { Transfer } from '#domain/transfer.ts'
import { chunksOf } from '#store/database/queries.ts'
import type { Schema } from '#store/database/schema.ts'

/** A transfer that an attempt carries, and whether it is bound to it. */
type Carried = CarriedTransfer & Pick<Transfer, 'state'> & { signature: string; inFlight: number }

type SealedRow = Pick<Attempt, 'signature' | 'kind' | 'state' | 'baseUnits' | 'lastValidBlockHeight' | 'seal'>

/** The columns of `transfer` that say which debt it pays. */
export const CARRIED_COLUMNS = CARRIED_FIELDS.map((name) => `transfer.${name}` as const)

/**
 * Finds the attempts among these signatures that the records account for, should they land: they and the
 * transfers that they carry are paid or under way, and the transfers are those that were sealed at signing.
 * An attacker who can only write to the database may set a paid attempt to expired, or detach its transfers:
 * then it accounts for nothing.
 */
export async function accountedAttempts(
  db: Kysely<Schema>,
  seals: RecordSeal,
  signatures: readonly string[],
): Promise<Map<string, SealedRow>> {
  const found = new Map<string, SealedRow>()
  for (const page of chunksOf(signatures)) {
    const attempts = await db
      .selectFrom('attempt')
      .select(['signature', 'kind', 'state', 'baseUnits', 'lastValidBlockHeight', 'seal'])
      .where('signature', 'in', page)
      .execute()
    const carried = Map.groupBy(await carriedBy(db, page), ({ signature }) => signature)
    for (const attempt of attempts) {
      if (isAccounted(seals, attempt, carried.get(attempt.signature) ?? []))
        found.set(attempt.signature, attempt)
    }
  }
  return found
}

/** Reads the transfers that attempts with these signatures carry. */
export function carriedBy(db: Kysely<Schema>, signatures: readonly string[]): Promise<Carried[]> {
  return carriedTransfers(db)
    .select(['attempt.signature', 'attempt_transfer.inFlight', 'transfer.state', ...CARRIED_COLUMNS])
    .where('attempt.signature', 'in', [...signatures])
    .execute()
}

function isAccounted(seals: RecordSeal, attempt: SealedRow, carried: readonly Carried[]): boolean {
  // A marker carries nothing. It may land after it was recorded as expired.
  if (attempt.kind !== 'marker' && !carried.every((transfer) => isKept(attempt.state, transfer))) return false
  return seals.differences(sealedAttempt(attempt, carried), attempt.seal) === null
}

/** Returns true while the attempt prevents another payment of the transfer. */
function isKept(attempt: AttemptState, { state, inFlight }: Carried): boolean {
  if (attempt === 'paid') return state === 'paid'
  const isUnresolved = UNRESOLVED_ATTEMPT_STATES.some((unresolved) => unresolved === attempt)
  return isUnresolved && inFlight === 1 && (state === 'in_flight' || state === 'hold')
}

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
