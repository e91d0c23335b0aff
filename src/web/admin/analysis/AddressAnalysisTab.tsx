import { ExportButton } from '#web/admin/ExportButton.tsx'
import { useAddressAnalysis } from '#web/admin/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The holder list held against the claims: in numbers, and as files. */
export function AddressAnalysisTab() {
  const { data, isError, isFetching, refetch } = useAddressAnalysis()
  return (
    <div className="space-y-6">
      {isError && (
        <Notice tone="error">
          <p>Failed to fetch address analysis</p>
          <Button size="small" busy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {!data && !isError && <Skeleton className="h-24" />}
      {data && (
        <dl className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3">
          <AddressCount name="Total Allocated" count={data.total.addresses} />
          <AddressCount name="Submitted" count={data.submitted.addresses} />
          <AddressCount name="Remaining" count={data.remaining.addresses} />
        </dl>
      )}
      <Card className="space-y-4">
        <h2 className="text-17 font-semibold">Address lists</h2>
        <div className="space-y-1">
          <ExportButton
            path="/api/admin/export-submitted.xlsx"
            fileName="submitted_addresses.xlsx"
            failure="Failed to export submitted addresses"
          >
            Export Submitted (Excel)
          </ExportButton>
          <p className="text-13 text-muted">Every claim, whatever became of it.</p>
        </div>
        <div className="space-y-1">
          <ExportButton
            path="/api/admin/export-remaining.xlsx"
            fileName="remaining_addresses.xlsx"
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
        <span className="font-mono tabular-nums">{groupThousands(`${count}`)}</span>{' '}
        <span className="font-normal text-muted">{count === 1 ? 'address' : 'addresses'}</span>
      </dd>
    </div>
  )
}
