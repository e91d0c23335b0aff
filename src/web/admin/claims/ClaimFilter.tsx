import { CLAIM_STATUSES } from '#domain/claim-status.ts'
import type { ClaimsFilter } from '#web/admin/queries.ts'
import { SelectField } from '#web/admin/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

const SORTS = [
  { value: 'newest', name: 'Newest first' },
  { value: 'oldest', name: 'Oldest first' },
  { value: 'largest', name: 'Largest amount' },
  { value: 'smallest', name: 'Smallest amount' },
] as const

interface ClaimFilterProps {
  filter: ClaimsFilter
  onChange(change: Partial<ClaimsFilter>): void
}

/** Selects which claims are listed, and in which order. */
export function ClaimFilter({ filter, onChange }: ClaimFilterProps) {
  return (
    <search className="grid gap-4 sm:grid-cols-[1fr_160px_180px]">
      <TextField
        label="Search claims"
        type="search"
        placeholder="ID, start of an address, or transaction"
        value={filter.q}
        maxLength={100}
        onChange={(event) => onChange({ q: event.target.value })}
      />
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
        label="Order"
        value={filter.sort}
        options={SORTS}
        onSelect={(sort) => onChange({ sort })}
      />
    </search>
  )
}
