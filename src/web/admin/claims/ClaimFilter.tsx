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
  const hasRange = [amountFrom, amountTo, from, to].some((bound) => bound !== '')
  return (
    <search className="space-y-3">
      <div className="grid grid-cols-2 gap-3 panel:grid-cols-[1fr_130px_140px_170px]">
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
        <div className="col-span-2 panel:col-span-1">
          <SelectField
            label="Order"
            value={filter.sort}
            options={SORTS}
            onSelect={(sort) => onChange({ sort })}
          />
        </div>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <details open={hasRange || undefined} className="min-w-0 grow">
          <summary className="w-fit py-1 text-13 font-medium text-accent">Amount and time</summary>
          <div className="grid gap-3 pt-2 sm:grid-cols-2 panel:grid-cols-4">
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
        </details>
        {isFiltering(filter) && (
          <Button size="small" variant="quiet" onClick={() => onChange(NONE)}>
            Clear filters
          </Button>
        )}
      </div>
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
