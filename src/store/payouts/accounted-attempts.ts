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
import { carriedTransfers } from './carrying-attempts.ts'

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
