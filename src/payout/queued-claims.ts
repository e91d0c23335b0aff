import type { Claim } from '#domain/claim.ts'
import { pagesOf } from '#store/pages-of.ts'
import type { Store } from '#store/store.ts'

const CLAIMS_PER_PAGE = 1000

/** Reads every queued claim, in order of arrival, page by page. */
export function queuedClaims(claims: Store['claims']): AsyncGenerator<Claim[], void, void> {
  return pagesOf(
    0,
    (afterSeq) => claims.pageOfQueued(afterSeq, CLAIMS_PER_PAGE),
    ({ seq }) => seq,
  )
}
