import { CLAIM_STATUSES } from '#domain/claim-status.ts'
import type { ClaimsFilter } from '#web/admin/queries.ts'
import { SelectField } from '#web/admin/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

interface ClaimFilterProps {
  filter: ClaimsFilter
  onChange(filter: ClaimsFilter): void
}

/** Which of the claims are listed. */
export function ClaimFilter({ filter, onChange }: ClaimFilterProps) {
  return (
    <search className="grid gap-4 sm:grid-cols-[1fr_200px]">
      <TextField
        label="Search claims"
        type="search"
        placeholder="ID, start of an address, or transaction"
        value={filter.q}
        maxLength={100}
        onChange={(event) => onChange({ ...filter, q: event.target.value })}
      />
      <SelectField
        label="Status"
        value={filter.status}
        options={[
          { value: '', name: 'All' },
          ...CLAIM_STATUSES.map((status) => ({ value: status, name: status })),
        ]}
        onSelect={(status) => onChange({ ...filter, status })}
      />
    </search>
  )
}
