import { CLAIM_STATUSES } from '#domain/claim.ts'
import { CLAIM_PAYMENT_FILTERS, CLAIM_SORTS } from '#domain/claim-filter.ts'
import { parseEnum } from '#web/admin/parse-enum.ts'
import type { ClaimsFilter } from '#web/admin/queries.ts'
import { changeUrlState, useUrlState } from '#web/admin/url-state.ts'

/** An amount as the server takes it; what is being typed may not be one yet. */
const AMOUNT = /^\d{1,40}(\.\d{1,18})?$/

/** Reads the filter of claims from the panel's URL, and writes changes to it. */
export function useClaimsFilter(): [ClaimsFilter, (change: Partial<ClaimsFilter>) => void] {
  const place = useUrlState()
  const filter: ClaimsFilter = {
    status: parseEnum(['', ...CLAIM_STATUSES], place('status')),
    payment: parseEnum(['', ...CLAIM_PAYMENT_FILTERS], place('payment')),
    amountFrom: place('amountFrom'),
    amountTo: place('amountTo'),
    from: place('from'),
    to: place('to'),
    q: place('q'),
    sort: parseEnum(CLAIM_SORTS, place('sort')),
  }
  return [filter, ({ sort, ...change }) => changeUrlState({ ...change, ...(sort && { sort }) })]
}

/** Returns the filter as the server is asked, without what is not a value yet. */
export function askable(filter: ClaimsFilter): ClaimsFilter {
  const amount = (typed: string) => (AMOUNT.test(typed.trim()) ? typed.trim() : '')
  return {
    ...filter,
    q: filter.q.trim(),
    amountFrom: amount(filter.amountFrom),
    amountTo: amount(filter.amountTo),
  }
}

/** True where anything but the order is chosen. */
export function isFiltering({ sort: _order, ...filter }: ClaimsFilter): boolean {
  return Object.values(filter).some((value) => value !== '')
}
