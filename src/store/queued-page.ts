import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Claim } from '#domain/claim.ts'
import type { Schema } from './schema.ts'

export interface QueuedPage {
  afterSeq: number
  limit: number
  /** Only claims that were submitted, and corrected, no later than this; null for all. */
  acceptedBy: number | null
}

/** Reads a page of the queued claims, in order of arrival. */
export function pageOfQueued(
  db: Kysely<Schema>,
  { afterSeq, limit, acceptedBy }: QueuedPage,
): Promise<Claim[]> {
  return db
    .selectFrom('claim')
    .selectAll()
    .where('status', '=', 'queued')
    .where('seq', '>', afterSeq)
    .$if(acceptedBy !== null, (query) => query.where(isAcceptedBy(acceptedBy ?? 0)))
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** True of a claim that was submitted, and corrected if it was, no later than this. */
export function isAcceptedBy(timeMs: number) {
  return ({ and, or, eb }: ExpressionBuilder<Schema, 'claim'>) =>
    and([
      eb('submittedAtMs', '<=', timeMs),
      or([eb('correctedAtMs', 'is', null), eb('correctedAtMs', '<=', timeMs)]),
    ])
}
