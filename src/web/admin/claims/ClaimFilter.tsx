import { useState } from 'react'
import { CLAIM_PAYMENT_FILTERS, CLAIM_SORTS, CLAIM_STATUSES } from '#domain/claim.ts'
import type { ClaimsFilter } from '#web/admin/queries.ts'
import { changeUrlState, parseEnum, useUrlState } from '#web/admin/url-state.ts'
import { Button } from '#web/ui/basics.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'

const SORTS = [
  { value: 'newest', name: 'Newest first' },
  { value: 'oldest', name: 'Oldest first' },
  { value: 'largest', name: 'Largest amount' },
  { value: 'smallest', name: 'Smallest amount' },
] as const

const PAYMENTS = [
  { value: '', name: 'Any' },
  { value: 'failed', name: 'failed' },
  { value: 'on_hold', name: 'on hold' },
  { value: 'in_flight', name: 'in flight' },
  { value: 'by_hand', name: 'sent by hand' },
] as const

const BOUNDS = [
  { name: 'amountFrom', label: 'Amount from', inputMode: 'decimal' },
  { name: 'amountTo', label: 'Amount to', inputMode: 'decimal' },
  { name: 'from', label: 'Submitted from', type: 'datetime-local' },
  { name: 'to', label: 'Submitted to', type: 'datetime-local' },
] as const

const NONE = { status: '', payment: '', amountFrom: '', amountTo: '', from: '', to: '', q: '' } as const

interface ClaimFilterProps {
  filter: ClaimsFilter
  onChange(change: Partial<ClaimsFilter>): void
}

/** Selects which claims are listed, and in which order. */
export function ClaimFilter({ filter, onChange }: ClaimFilterProps) {
  const [isRange, setIsRange] = useState(BOUNDS.some(({ name }) => filter[name] !== ''))
  return (
    <search className="space-y-3">
      <div className="grid grid-cols-2 gap-3 panel:grid-cols-[1fr_120px_120px_165px_auto]">
        <div className="col-span-2 panel:col-span-1">
          <TextField
            label="Search claims"
            type="search"
            placeholder="ID, address or transaction: 0xcf50…c493"
            value={filter.q}
            maxLength={100}
            onChange={({ target }) => onChange({ q: target.value })}
          />
        </div>
        <SelectField
          label="Status"
          value={filter.status}
          options={[
            { value: '', name: 'All' },
            ...CLAIM_STATUSES.map((status) => ({ value: status, name: status })),
          ]}
          onSelect={(status) => onChange({ status })}
        />
        <SelectField
          label="Payment"
          value={filter.payment}
          options={PAYMENTS}
          onSelect={(payment) => onChange({ payment })}
        />
        <SelectField
          label="Order"
          value={filter.sort}
          options={SORTS}
          onSelect={(sort) => onChange({ sort })}
        />
        <div className="flex flex-wrap items-end justify-end gap-1 panel:flex-nowrap">
          {isFiltering(filter) && (
            <Button variant="quiet" className="px-2 whitespace-nowrap" onClick={() => onChange(NONE)}>
              Clear filters
            </Button>
          )}
          <Button
            variant="quiet"
            className="px-2 whitespace-nowrap"
            aria-expanded={isRange}
            onClick={() => setIsRange(!isRange)}
          >
            Amount and time
          </Button>
        </div>
      </div>
      {isRange && (
        <div className="grid gap-3 sm:grid-cols-2 panel:grid-cols-4">
          {BOUNDS.map(({ name, ...field }) => (
            <TextField
              key={name}
              {...field}
              autoComplete="off"
              value={filter[name]}
              onChange={({ target }) => onChange({ [name]: target.value })}
            />
          ))}
        </div>
      )}
    </search>
  )
}

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
  return [filter, (change) => changeUrlState(change)]
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
