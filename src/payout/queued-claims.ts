import type { Claim } from '#domain/claim.ts'
import { pagesOf } from '#store/pages-of.ts'
import type { QueuedSelection } from '#store/queued-page.ts'
import type { Store } from '#store/store.ts'

export const CLAIMS_PER_PAGE = 1000

/** Reads the queued claims, in order of arrival, page by page; only those submitted and corrected by then where a time is given, and only those that a limited run may take. */
export function queuedClaims(
  claims: Store['claims'],
  acceptedBy: number | null = null,
  only?: QueuedSelection,
): AsyncGenerator<Claim[], void, void> {
  return pagesOf(
    0,
    (afterSeq) => claims.pageOfQueued(afterSeq, CLAIMS_PER_PAGE, acceptedBy, only),
    ({ seq }) => seq,
  )
}
