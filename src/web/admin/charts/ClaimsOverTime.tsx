import { lazy, Suspense } from 'react'
import { countOf } from '#web/admin/count-of.ts'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { useClaimsOverTime } from '#web/admin/queries.ts'
import { ReadAt } from '#web/admin/status/ReadAt.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ClaimsTableOverTime } from './ClaimsTableOverTime.tsx'
import { cumulate } from './cumulate.ts'

/** Loaded by itself: the library that draws it is as large as the rest of the panel. */
const ClaimsChart = lazy(async () => ({ default: (await import('./ClaimsChart.tsx')).ClaimsChart }))

/** Submitted and sent claims over time, as a chart and as a table. */
export function ClaimsOverTime() {
  const query = useClaimsOverTime()
  const { data, isError, isFetched } = query
  const points = data ? cumulate(data) : []
  const last = points.at(-1)
  return (
    <Card className="space-y-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-17 font-semibold">Claims over time</h2>
        <ReadAt query={query} />
      </div>
      {isError && <FailedQuery text="Failed to fetch claims over time" query={query} />}
      {!isFetched && <Skeleton className="h-60" />}
      {data && !last && <p className="py-12 text-center text-muted">The line begins with the first claim.</p>}
      {data && last && (
        <>
          <Suspense fallback={<Skeleton className="h-52" />}>
            <ClaimsChart
              points={points}
              bucketSeconds={data.bucketSeconds}
              description={`${countOf(last.submitted, 'claim')} submitted and ${countOf(last.sent, 'claim')} sent so far.`}
            />
          </Suspense>
          <ClaimsTableOverTime over={data} />
        </>
      )}
    </Card>
  )
}
