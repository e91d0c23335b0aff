import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Claim } from '#domain/claim.ts'
import { ofPayment } from './claim-conditions.ts'
import type { Schema } from './schema.ts'

export interface QueuedPage {
  afterSeq: number
  limit: number
  /** Only claims that were submitted, and corrected, no later than this; null for all. */
  acceptedBy: number | null
  /** Only claims that a limited run may take; all unless given. */
  only?: QueuedSelection | undefined
}

/**
 * The claims that a limited run may take: those that were selected, also where their last payment failed; without a selection,
 * those whose payment neither failed nor is held: one that was queued again since (see queue-anew.ts) counts as never tried.
 */
export interface QueuedSelection {
  claimIds?: readonly string[] | undefined
}

type ClaimBuilder = ExpressionBuilder<Schema, 'claim'>

/** Reads a page of the queued claims, in order of arrival. */
export function pageOfQueued(
  db: Kysely<Schema>,
  { afterSeq, limit, acceptedBy, only }: QueuedPage,
): Promise<Claim[]> {
  return db
    .selectFrom('claim')
    .selectAll()
    .where('status', '=', 'queued')
    .where('seq', '>', afterSeq)
    .$if(acceptedBy !== null, (query) => query.where(isAcceptedBy(acceptedBy ?? 0)))
    .$if(only !== undefined, (query) => query.where(isAmong(only ?? {})).where(isFree(only ?? {})))
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** True of a claim that was submitted, and corrected if it was, no later than this. */
export function isAcceptedBy(timeMs: number) {
  return ({ and, or, eb }: ClaimBuilder) =>
    and([
      eb('submittedAtMs', '<=', timeMs),
      or([eb('correctedAtMs', 'is', null), eb('correctedAtMs', '<=', timeMs)]),
    ])
}

/** True of a claim that was selected, or where none was. */
function isAmong({ claimIds }: QueuedSelection) {
  return ({ eb, lit }: ClaimBuilder) => {
    if (!claimIds) return lit(true)
    return claimIds.length === 0 ? lit(false) : eb('claim.id', 'in', [...claimIds])
  }
}

function isFree({ claimIds }: QueuedSelection) {
  return ({ not, exists, selectFrom }: ClaimBuilder) =>
    not(
      exists(
        selectFrom('transfer')
          .select('transfer.id')
          .whereRef('transfer.claimId', '=', 'claim.id')
          .where(({ or, eb }) =>
            or([
              eb('transfer.state', 'in', ['in_flight', 'paid']),
              ...(claimIds ? [] : [ofPayment('on_hold'), ofPayment('failed')]),
            ]),
          ),
      ),
    )
}
