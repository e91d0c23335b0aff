import { endpoints } from '#api-schema/endpoints.ts'
import { ExportButton } from '#web/admin/ExportButton.tsx'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { useAddressAnalysis } from '#web/admin/queries.ts'
import { ReadAt } from '#web/admin/status/AsOf.tsx'
import { Card } from '#web/ui/Card.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Compares the holder list with the claims: in numbers, and as files. */
export function AddressAnalysisTab() {
  const query = useAddressAnalysis()
  const { data, isError, isFetched } = query
  return (
    <div className="space-y-6">
      {(isError || (isFetched && !data)) && (
        <FailedQuery text="Failed to fetch address analysis" query={query} />
      )}
      {!isFetched && <Skeleton className="h-[86px]" />}
      {data && (
        <dl className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3">
          <AddressCount name="Total Allocated" count={data.total.addresses} />
          <AddressCount name="Submitted" count={data.submitted.addresses} />
          <AddressCount name="Remaining" count={data.remaining.addresses} />
        </dl>
      )}
      <p className="-mt-4 text-right">
        <ReadAt query={query} />
      </p>
      <Card className="space-y-4">
        <h2 className="text-17 font-semibold">Address lists</h2>
        <div className="space-y-1">
          <ExportButton
            list={endpoints.admin.exportSubmitted}
            input={{}}
            failure="Failed to export submitted addresses"
          >
            Export Submitted (Excel)
          </ExportButton>
          <p className="text-13 text-muted">Every claim, whatever became of it.</p>
        </div>
        <div className="space-y-1">
          <ExportButton
            list={endpoints.admin.exportRemaining}
            input={{}}
            failure="Failed to export remaining addresses"
          >
            Export Remaining (Excel)
          </ExportButton>
          <p className="text-13 text-muted">The addresses with an allocation that have not claimed.</p>
        </div>
      </Card>
    </div>
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
