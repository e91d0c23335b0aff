import type { DistributionBody, StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import { NoAnswer } from '#web/admin/FailedQuery.tsx'
import { PagedTable, type TableColumn } from '#web/admin/PagedTable.tsx'
import { DistributionBadge } from '#web/admin/payouts/progress/StatusBadge.tsx'
import { useDistributions } from '#web/admin/payouts/queries.ts'
import { ReadAt } from '#web/admin/status/AsOf.tsx'
import { formatLocal } from '#web/lib/format-time.ts'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DistributionActions } from './DistributionActions.tsx'

interface HistoryTabProps {
  status: StandaloneStatusResponse
  onViewProgress(distributionId: string): void
}

/** Every distribution, newest first. What each will cost, and which of its rows were paid before, is with its progress. */
export function HistoryTab({ status, onViewProgress }: HistoryTabProps) {
  const query = useDistributions(status.running)
  const { data } = query
  if (!data) {
    const until = <Skeleton className="h-40" />
    return <NoAnswer query={query} text="Failed to fetch distributions" until={until} />
  }
  return (
    <div className="space-y-1">
      <PagedTable
        label="Distributions"
        columns={columnsOf(status, onViewProgress)}
        rows={data.distributions}
        empty="No distributions found. Upload an Excel file to get started."
      />
      <ReadAt query={query} />
    </div>
  )
}

function columnsOf(
  sender: StandaloneStatusResponse,
  onViewProgress: HistoryTabProps['onViewProgress'],
): TableColumn<DistributionBody>[] {
  return [
    {
      name: 'File',
      cell: ({ id, fileName, createdAt }) => (
        <span>
          <button
            type="button"
            onClick={() => onViewProgress(id)}
            className="text-right panel:text-left text-accent underline underline-offset-4 [overflow-wrap:anywhere]"
          >
            {fileName}
          </button>
          <span className="block whitespace-nowrap text-muted">{formatLocal(createdAt)}</span>
        </span>
      ),
    },
    { name: 'Status', cell: (distribution) => <DistributionBadge distribution={distribution} /> },
    { name: 'Addresses', isNumber: true, cell: ({ totalAddresses }) => groupThousands(totalAddresses) },
    { name: 'Total Amount', amount: ({ totalAmount }) => totalAmount, unit: ({ tokenName }) => tokenName },
    { name: 'Successful', isNumber: true, cell: ({ successfulTxns }) => groupThousands(successfulTxns) },
    {
      name: 'Amount Sent',
      amount: ({ totalAmountSent }) => totalAmountSent,
      unit: ({ tokenName }) => tokenName,
    },
    { name: 'Failed', isNumber: true, cell: ({ failed }) => groupThousands(failed) },
    { name: 'On hold', isNumber: true, cell: ({ held }) => groupThousands(held) },
    {
      name: 'Paid before',
      isNumber: true,
      cell: ({ repeats, leftOut }) =>
        leftOut > 0 ? `${groupThousands(leftOut)} left out` : groupThousands(repeats?.rows ?? 0),
    },
    {
      name: 'Actions',
      cell: (distribution) => (
        <DistributionActions distribution={distribution} sender={sender} onViewProgress={onViewProgress} />
      ),
    },
  ]
}
