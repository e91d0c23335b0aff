import { CLAIM_SORTS } from '#domain/claim-sort.ts'
import { CLAIM_STATUSES } from '#domain/claim-status.ts'
import { oneOf } from '#web/admin/one-of.ts'
import { changePlace, usePlace } from '#web/admin/place.ts'
import type { ClaimsFilter } from '#web/admin/queries.ts'

/** Which claims the place in the panel says are looked at, and how another choice becomes part of it. */
export function useClaimsFilter(): [ClaimsFilter, (change: Partial<ClaimsFilter>) => void] {
  const place = usePlace()
  const filter: ClaimsFilter = {
    status: oneOf(['', ...CLAIM_STATUSES], place('status')),
    q: place('q'),
    sort: oneOf(CLAIM_SORTS, place('sort')),
  }
  return [filter, ({ sort, ...change }) => changePlace({ ...change, ...(sort && { sort }) })]
}
