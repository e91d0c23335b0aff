import type { Claim } from '#domain/claim.ts'
import { pagesOf } from '#store/pages-of.ts'
import type { Store } from '#store/store.ts'

export const CLAIMS_PER_PAGE = 1000

/** Reads the queued claims, in order of arrival, page by page; only those submitted and corrected by then where a time is given. */
export function queuedClaims(
  claims: Store['claims'],
  acceptedBy: number | null = null,
): AsyncGenerator<Claim[], void, void> {
  return pagesOf(
    0,
    (afterSeq) => claims.pageOfQueued(afterSeq, CLAIMS_PER_PAGE, acceptedBy),
    ({ seq }) => seq,
  )
}
