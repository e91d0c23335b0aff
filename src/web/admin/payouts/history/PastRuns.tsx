import type { PayoutRun } from '#api-schema/runs.ts'
import type { RunState, TransferState } from '#domain/payout-states.ts'
import { countOf } from '#web/admin/count-of.ts'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { clusterName } from '#web/admin/payouts/configure/node-list.ts'
import { NOTHING_PAID } from '#web/admin/payouts/progress/StatusBadge.tsx'
import { Sol } from '#web/admin/payouts/Sol.tsx'
import { useRuns } from '#web/admin/queries.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { Moment } from '#web/admin/status/AsOf.tsx'
import { changeUrlState } from '#web/admin/url-state.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Icon } from '#web/ui/Icon.tsx'

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
          <li key={run.id} className="py-3">
            <RunSummary run={run} isInList />
          </li>
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

const TONES: Record<RunState, BadgeTone> = {
  running: 'accent',
  stopping: 'accent',
  stopped: 'neutral',
  completed: 'done',
  failed: 'error',
}

interface RunSummaryProps {
  run: PayoutRun
  /** The name and the counts lead to the run's page. */
  isInList?: boolean
  /** Of the amount that it was limited to. */
  unit?: string
}

/** A run in a few lines: its payments counted, its message, the comparison with the chain, and its costs. */
export function RunSummary({ run, isInList = false, unit = 'tokens' }: RunSummaryProps) {
  const {
    cost,
    status,
    paid,
    failed,
    held,
    rejected,
    inOtherRuns,
    transferCount,
    startedAt,
    finishedAt,
    message,
  } = run
  const name = run.sender === 'bulk' ? 'Queued claims' : (run.fileName ?? 'A distribution')
  const limits = limitWords(run, unit)
  return (
    <div className="space-y-1">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium [overflow-wrap:anywhere]">
          {isInList ? <RunLink id={run.id} text={`Run ${run.id}: ${name}`} /> : name}
        </span>
        {status === 'completed' && paid === 0 ? (
          <Badge tone="warn">{NOTHING_PAID}</Badge>
        ) : (
          <Badge tone={TONES[status]}>{status}</Badge>
        )}
      </p>
      <p>
        {countOf(transferCount, 'payment')}: {groupThousands(paid)} paid,{' '}
        {failed > 0 ? (
          <RunLink id={run.id} outcome="failed" text={`${groupThousands(failed)} failed`} />
        ) : (
          '0 failed'
        )}
        {held > 0 && (
          <>
            , <RunLink id={run.id} outcome="hold" text={`${groupThousands(held)} on hold`} />
          </>
        )}
        {rejected > 0 && `, ${groupThousands(rejected)} rejected`}
        {inOtherRuns > 0 && `, ${groupThousands(inOtherRuns)} in other runs`}
      </p>
      {limits && <p className="text-13 text-muted">{limits}</p>}
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
    </div>
  )
}

function RunLink({ id, outcome = '', text }: { id: string; outcome?: TransferState | ''; text: string }) {
  return (
    <button
      type="button"
      onClick={() =>
        changeUrlState({ tab: 'bulk-sender', sender: 'monitor', run: id, outcome }, { step: true })
      }
      className="text-left text-accent underline underline-offset-4"
    >
      {text}
    </button>
  )
}

/** Says how a run was limited; nothing where it took all. */
function limitWords(
  { limits: { count, amountUA, selected, canary } }: PayoutRun,
  unit: string,
): string | null {
  const words = [
    selected !== null && `${countOf(selected, 'selected claim')}`,
    count !== null && `the first ${groupThousands(count)}`,
    amountUA !== null && `up to ${amountUA} ${unit}`,
    canary !== null && `a canary of ${groupThousands(canary)}`,
  ].filter((word) => word !== false)
  return words.length === 0 ? null : `Started for ${words.join(', ')}.`
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
