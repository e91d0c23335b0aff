import { endpoints } from '#api-schema/endpoints.ts'
import { Skeleton } from '#web/ui/basics.tsx'
import { ExportButton } from './ExportButton.tsx'
import { NoAnswer } from './FailedQuery.tsx'
import { useAddressAnalysis } from './queries.ts'
import { ReadAt } from './status/AsOf.tsx'
import { groupThousands } from './values.tsx'

/** Compares the holder list with the claims: in numbers, and as files. */
export function AddressAnalysisTab() {
  const query = useAddressAnalysis()
  const { data, isError } = query
  return (
    <div className="space-y-6">
      {(isError || !data) && (
        <NoAnswer
          query={query}
          text="Failed to fetch address analysis"
          until={<Skeleton className="h-[86px]" />}
        />
      )}
      {data && (
        <dl className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3">
          <AddressCount name="Total Allocated" count={data.total.addresses} />
          <AddressCount name="Submitted" count={data.submitted.addresses} />
          <AddressCount name="Remaining" count={data.remaining.addresses} />
        </dl>
      )}
      <ReadAt query={query} />
      <div className="flex flex-wrap gap-3">
        <AddressExports />
      </div>
    </div>
  )
}

/** Downloads the addresses that have claimed, whatever became of it, and those with an allocation that have not. */
export function AddressExports() {
  return (
    <>
      <ExportButton list={endpoints.admin.exportSubmitted} failure="Failed to export submitted addresses">
        Export Submitted (Excel)
      </ExportButton>
      <ExportButton list={endpoints.admin.exportRemaining} failure="Failed to export remaining addresses">
        Export Remaining (Excel)
      </ExportButton>
    </>
  )
}

function AddressCount({ name, count }: { name: string; count: number }) {
  return (
    <div className="bg-card p-4">
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="text-22 font-semibold">
        <span className="font-mono tabular-nums">{groupThousands(count)}</span>{' '}
        <span className="font-normal text-muted">{count === 1 ? 'address' : 'addresses'}</span>
      </dd>
    </div>
  )
}
