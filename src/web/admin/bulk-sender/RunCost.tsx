import type { BulkSenderProgress } from '#contract/bulk-sender.ts'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Sol } from './Sol.tsx'

/** What the run was reckoned to cost when it was started, beside what it has cost so far. */
export function RunCost({ cost }: { cost: BulkSenderProgress['cost'] }) {
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">Cost of this run</h3>
      <table className="w-full text-right">
        <thead>
          <tr className="border-b border-line text-13 text-muted">
            <td />
            <th scope="col" className="py-2 font-medium">
              Estimated
            </th>
            <th scope="col" className="py-2 pl-4 font-medium">
              So far
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          <CostRow
            name={`Fees of ${groupThousands(`${cost.transactions}`)} ${cost.transactions === 1 ? 'transaction' : 'transactions'}`}
            estimated={cost.estimatedFeeSOL}
            actual={cost.feeSOL}
          />
          <CostRow
            name="Rent of new token accounts"
            estimated={cost.estimatedRentSOL}
            actual={cost.rentSOL}
          />
        </tbody>
      </table>
    </section>
  )
}

function CostRow({ name, estimated, actual }: { name: string; estimated: string; actual: string }) {
  return (
    <tr>
      <th scope="row" className="py-2 pr-4 text-left font-normal text-muted">
        {name}
      </th>
      <td className="py-2">
        <Sol amount={estimated} />
      </td>
      <td className="py-2 pl-4">
        <Sol amount={actual} />
      </td>
    </tr>
  )
}
