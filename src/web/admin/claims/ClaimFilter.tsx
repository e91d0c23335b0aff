import { useState } from 'react'
import { CLAIM_STATUSES } from '#domain/claim.ts'
import type { ClaimsFilter } from '#web/admin/queries.ts'
import { SelectField } from '#web/admin/SelectField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { isFiltering } from './use-claims-filter.ts'

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

const NONE = { status: '', payment: '', amountFrom: '', amountTo: '', from: '', to: '', q: '' } as const

interface ClaimFilterProps {
  filter: ClaimsFilter
  onChange(change: Partial<ClaimsFilter>): void
}

/** Selects which claims are listed, and in which order. */
export function ClaimFilter({ filter, onChange }: ClaimFilterProps) {
  const { amountFrom, amountTo, from, to } = filter
  const [isRange, setIsRange] = useState([amountFrom, amountTo, from, to].some((bound) => bound !== ''))
  return (
    <search className="space-y-3">
      <div className="grid grid-cols-2 gap-3 panel:grid-cols-[1fr_120px_120px_165px_auto]">
        <TextFieldWide value={filter.q} onChange={(q) => onChange({ q })} />
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
        <div className="flex items-end justify-end gap-1">
          {isFiltering(filter) && (
            <Button variant="quiet" className="px-2" onClick={() => onChange(NONE)}>
              Clear filters
            </Button>
          )}
          <Button
            variant="quiet"
            className="px-2"
            aria-expanded={isRange}
            onClick={() => setIsRange(!isRange)}
          >
            Amount and time
          </Button>
        </div>
      </div>
      {isRange && (
        <div className="grid gap-3 sm:grid-cols-2 panel:grid-cols-4">
          <TextField
            label="Amount from"
            inputMode="decimal"
            autoComplete="off"
            value={amountFrom}
            onChange={({ target }) => onChange({ amountFrom: target.value })}
          />
          <TextField
            label="Amount to"
            inputMode="decimal"
            autoComplete="off"
            value={amountTo}
            onChange={({ target }) => onChange({ amountTo: target.value })}
          />
          <TextField
            label="Submitted from"
            type="datetime-local"
            value={from}
            onChange={({ target }) => onChange({ from: target.value })}
          />
          <TextField
            label="Submitted to"
            type="datetime-local"
            value={to}
            onChange={({ target }) => onChange({ to: target.value })}
          />
        </div>
      )}
    </search>
  )
}

function TextFieldWide({ value, onChange }: { value: string; onChange(value: string): void }) {
  return (
    <div className="col-span-2 panel:col-span-1">
      <TextField
        label="Search claims"
        type="search"
        placeholder="ID, address or transaction: 0xcf50…c493"
        value={value}
        maxLength={100}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
