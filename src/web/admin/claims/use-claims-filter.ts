import { CLAIM_SORTS } from '#domain/claim-sort.ts'
import { CLAIM_STATUSES } from '#domain/claim-status.ts'
import { oneOf } from '#web/admin/one-of.ts'
import type { ClaimsFilter } from '#web/admin/queries.ts'
import { changeUrlState, useUrlState } from '#web/admin/url-state.ts'

/** Reads the filter of claims from the panel's URL, and writes changes to it. */
export function useClaimsFilter(): [ClaimsFilter, (change: Partial<ClaimsFilter>) => void] {
  const place = useUrlState()
  const filter: ClaimsFilter = {
    status: oneOf(['', ...CLAIM_STATUSES], place('status')),
    q: place('q'),
    sort: oneOf(CLAIM_SORTS, place('sort')),
  }
  return [filter, ({ sort, ...change }) => changeUrlState({ ...change, ...(sort && { sort }) })]
}
