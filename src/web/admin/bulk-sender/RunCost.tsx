import type { BulkSenderProgress } from '#api-schema/bulk-sender.ts'
import { countOf } from '#web/admin/count-of.ts'
import { ComparisonTable } from '#web/admin/payout/ComparisonTable.tsx'
import { Sol } from '#web/admin/sending/Sol.tsx'

/** Shows a run's estimated cost beside its cost so far. */
export function RunCost({ cost }: { cost: BulkSenderProgress['cost'] }) {
  const inSol = (estimated: string, actual: string) =>
    [<Sol key="estimated" amount={estimated} />, <Sol key="actual" amount={actual} />] as const
  return (
    <ComparisonTable
      title="Cost of this run"
      columns={['Estimated', 'So far']}
      rows={[
        {
          name: `Fees of ${countOf(cost.transactions, 'transaction')}`,
          cells: inSol(cost.estimatedFeeSOL, cost.feeSOL),
        },
        { name: 'Rent of new token accounts', cells: inSol(cost.estimatedRentSOL, cost.rentSOL) },
      ]}
    />
  )
}
