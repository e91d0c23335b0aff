import type { PayoutRun } from '#api-schema/runs.ts'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { useRuns } from '#web/admin/queries.ts'
import { Moment } from '#web/admin/status/Moment.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RunSummary } from './RunSummary.tsx'

/** Lists the runs of both senders, with their payments and their actual and estimated costs. */
export function PastRuns() {
  const query = useRuns()
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const runs = data?.pages.flatMap((page) => page.runs) ?? []
  return (
    <section aria-label="Past runs" className="space-y-2 border-t border-line pt-4">
      <h3 className="font-semibold">Past runs</h3>
      {isError && <FailedQuery text="Failed to fetch the runs" query={query} />}
      {data && runs.length === 0 && <p className="text-muted">Each start of a sender is listed here.</p>}
      <ul className="divide-y divide-line">
        {runs.map((run) => (
          <RunItem key={run.id} run={run} />
        ))}
      </ul>
      {data && runs.length > 0 && <Moment asOf={asOfAll(data.pages)} />}
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} busyText="Loading..." onClick={() => fetchNextPage()}>
          Show older runs
        </Button>
      )}
    </section>
  )
}

/** The pages are read one after the other: all of them hold as of the first. */
function asOfAll(pages: readonly { asOf: number }[]): number {
  return Math.min(...pages.map(({ asOf }) => asOf))
}

function RunItem({ run }: { run: PayoutRun }) {
  return (
    <li className="py-3">
      <RunSummary run={run} isInList />
    </li>
  )
}
