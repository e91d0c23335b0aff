import type { PayoutRun } from '#api-schema/runs.ts'
import type { RunState } from '#domain/payout-states.ts'
import { countOf } from '#web/admin/count-of.ts'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { useRuns } from '#web/admin/queries.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { clusterName } from '#web/admin/sending/cluster-name.ts'
import { Sol } from '#web/admin/sending/Sol.tsx'
import { formatLocal } from '#web/lib/format-time.ts'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Icon } from '#web/ui/Icon.tsx'

const TONES: Record<RunState, BadgeTone> = {
  running: 'accent',
  stopping: 'accent',
  stopped: 'neutral',
  completed: 'done',
  failed: 'error',
}

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
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} busyText="Loading..." onClick={() => fetchNextPage()}>
          Show older runs
        </Button>
      )}
    </section>
  )
}

function RunItem({ run }: { run: PayoutRun }) {
  const { cost, status, paid, failed, held, transferCount, startedAt, finishedAt, message } = run
  return (
    <li className="space-y-1 py-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium [overflow-wrap:anywhere]">
          {run.sender === 'bulk' ? 'Queued claims' : (run.fileName ?? 'A distribution')}
        </span>
        <Badge tone={TONES[status]}>{status}</Badge>
      </p>
      <p>
        {countOf(transferCount, 'payment')}: {groupThousands(paid)} paid, {groupThousands(failed)} failed
        {held > 0 && `, ${groupThousands(held)} on hold`}
      </p>
      {message && <p className="[overflow-wrap:anywhere]">{message}</p>}
      {run.comparison && <Comparison comparison={run.comparison} />}
      <p className="text-13 text-muted">
        {formatLocal(startedAt)}
        {finishedAt !== null && ` to ${formatLocal(finishedAt)}`}, on {clusterName(run.cluster)}, from{' '}
        <ShortAddress address={run.walletAddress} />
      </p>
      <p className="text-13 text-muted">
        Fees <Sol amount={cost.feeSOL} /> (estimated <Sol amount={cost.estimatedFeeSOL} />
        ), rent <Sol amount={cost.rentSOL} /> (estimated <Sol amount={cost.estimatedRentSOL} />)
      </p>
    </li>
  )
}

function Comparison({ comparison }: { comparison: NonNullable<PayoutRun['comparison']> }) {
  const { agrees, checkedAt, missing, unknownPayments, otherOutflows, acknowledgedOutflows } = comparison
  const differences = [
    missing > 0 && `${countOf(missing, 'payment')} not on the chain`,
    unknownPayments > 0 && `${countOf(unknownPayments, 'payment')} on the chain but not in the records`,
    otherOutflows > 0 && `${countOf(otherOutflows, 'other transaction')} out of the wallet`,
  ].filter((difference) => difference !== false)
  return (
    <p className="flex items-start gap-1">
      <Icon name={agrees ? 'check' : 'error'} className={`mt-1 ${agrees ? 'text-done' : 'text-error'}`} />
      <span>
        {agrees
          ? 'Agrees with the chain.'
          : `Differs from the chain: ${differences.join(', ')}. Reconcile names each of them.`}
        {acknowledgedOutflows > 0 &&
          ` Explained by a note: ${countOf(acknowledgedOutflows, 'other transaction')} out of the wallet.`}
        <span className="block text-13 text-muted">Compared {formatLocal(checkedAt)}</span>
      </span>
    </p>
  )
}
