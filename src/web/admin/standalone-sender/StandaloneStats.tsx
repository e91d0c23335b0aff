import { countOf } from '#web/admin/count-of.ts'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { ReadAt } from '#web/admin/status/ReadAt.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useStandaloneStats } from './queries.ts'

/** Four numbers over all distributions. */
export function StandaloneStats({ unit }: { unit: string }) {
  const query = useStandaloneStats()
  const { data, isFetched } = query
  if (!data) {
    return isFetched ? (
      <FailedQuery text="Failed to fetch stats" query={query} />
    ) : (
      <Skeleton className="h-[173px]" />
    )
  }
  const stats = [
    { name: 'Total Tokens From Files', value: data.totalAmount, unit },
    { name: 'Total Tokens Sent', value: data.totalAmountSent, unit },
    { name: 'Total Distributions', value: `${data.totalDistributions}` },
    {
      name: 'Successful Transactions',
      value: `${data.successfulTxns}`,
      note: countOf(data.successfulPayments, 'payment'),
    },
  ]
  return (
    <div className="space-y-1">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line">
        {stats.map((stat) => (
          <div key={stat.name} className="bg-card p-4">
            <dt className="text-13 text-muted">{stat.name}</dt>
            <dd className="text-22 font-semibold">
              <Amount value={stat.value} unit={stat.unit} />
              {stat.note && <span className="text-13 font-normal text-muted"> for {stat.note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-right">
        <ReadAt query={query} />
      </p>
    </div>
  )
}
