import type { PayoutRun } from '#api-schema/runs.ts'
import type { TransferState } from '#domain/payout-states.ts'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { Nothing, PagedTable, type TableColumn } from '#web/admin/PagedTable.tsx'
import { clusterName } from '#web/admin/payouts/configure/node-list.ts'
import { StatusBadge } from '#web/admin/payouts/progress/StatusBadge.tsx'
import { Sol } from '#web/admin/payouts/Sol.tsx'
import { useRuns } from '#web/admin/queries.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { Moment } from '#web/admin/status/AsOf.tsx'
import { changeUrlState } from '#web/admin/url-state.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { countOf, groupThousands } from '#web/ui/group-thousands.ts'
import { Icon } from '#web/ui/Icon.tsx'

/** Lists the runs of both senders, newest first. */
export function PastRuns() {
  const query = useRuns()
  const { data, isError } = query
  return (
    <section aria-label="Past runs" className="space-y-2 border-t border-line pt-4">
      <h3 className="font-semibold">Past runs</h3>
      {isError && <FailedQuery text="Failed to fetch the runs" query={query} />}
      {data && (
        <>
          <PagedTable
            label="Runs"
            columns={COLUMNS}
            rows={data.pages.flatMap((page) => page.runs)}
            pages={query}
            empty="Each start of a sender is listed here."
          />
          {/* The pages are read one after the other: all of them hold as of the first. */}
          <Moment asOf={Math.min(...data.pages.map(({ asOf }) => asOf))} />
        </>
      )}
    </section>
  )
}

const COLUMNS: readonly TableColumn<PayoutRun>[] = [
  {
    name: 'Run',
    cell: (run) => (
      <span className="flex items-center gap-2 whitespace-nowrap">
        <RunLink id={run.id} text={`Run ${run.id}`} />
        <StatusBadge status={run.status} paid={run.paid} />
      </span>
    ),
  },
  {
    name: 'When',
    cell: ({ startedAt }) => <span className="whitespace-nowrap tabular-nums">{formatLocal(startedAt)}</span>,
  },
  { name: 'For', cell: (run) => <span className="[overflow-wrap:anywhere]">{purposeOf(run)}</span> },
  {
    name: 'Paid',
    isNumber: true,
    cell: ({ paid, transferCount }) => `${groupThousands(paid)} of ${groupThousands(transferCount)}`,
  },
  { name: 'Sum', amount: ({ paidAmountUA }) => paidAmountUA, unit: ({ tokenName }) => tokenName },
  {
    name: 'Failed',
    isNumber: true,
    cell: ({ id, failed }) => <CountLink id={id} count={failed} outcome="failed" />,
  },
  {
    name: 'On hold',
    isNumber: true,
    cell: ({ id, held }) => <CountLink id={id} count={held} outcome="hold" />,
  },
  {
    name: 'Fees (SOL)',
    isNumber: true,
    cell: ({ cost }) => <Sol amount={cost.feeSOL} hasUnit={false} />,
  },
  {
    name: 'Chain',
    cell: ({ comparison }) => (comparison ? <Agreement comparison={comparison} /> : <Nothing />),
  },
]

function purposeOf({ sender, fileName }: PayoutRun): string {
  return sender === 'bulk' ? 'Queued claims' : (fileName ?? 'A distribution')
}

function CountLink({ id, count, outcome }: { id: string; count: number; outcome: TransferState }) {
  return count === 0 ? '0' : <RunLink id={id} outcome={outcome} text={groupThousands(count)} />
}

/** Leads to a run's own page, and there to the payments that came to one end. */
export function RunLink({
  id,
  outcome = '',
  text,
}: {
  id: string
  outcome?: TransferState | ''
  text: string
}) {
  return (
    <button
      type="button"
      onClick={() =>
        changeUrlState({ tab: 'bulk-sender', sender: 'monitor', run: id, outcome }, { step: true })
      }
      className="text-accent underline underline-offset-4"
    >
      {text}
    </button>
  )
}

/** A run in a few lines: its payments counted, its message, the comparison with the chain, and its costs. */
export function RunSummary({ run }: { run: PayoutRun }) {
  const { cost, paid, failed, held, rejected, inOtherRuns, transferCount, startedAt, finishedAt, message } =
    run
  const limits = limitWords(run)
  const counts = [
    `${groupThousands(paid)} paid`,
    `${groupThousands(failed)} failed`,
    ...(held > 0 ? [`${groupThousands(held)} on hold`] : []),
    ...(rejected > 0 ? [`${groupThousands(rejected)} rejected meanwhile`] : []),
    ...(inOtherRuns > 0 ? [`${groupThousands(inOtherRuns)} settled in other runs`] : []),
  ]
  return (
    <div className="space-y-1">
      <p className="flex flex-wrap items-center gap-3">
        <span className="font-medium [overflow-wrap:anywhere]">{purposeOf(run)}</span>
        <StatusBadge status={run.status} paid={run.paid} />
        {run.paidAmountUA !== null && (
          <span className="ml-auto text-17 font-semibold">
            <Amount value={run.paidAmountUA} unit={run.tokenName} />
          </span>
        )}
      </p>
      <p>
        {countOf(transferCount, 'payment')}: {counts.join(', ')}
      </p>
      {limits && <p className="text-muted">{limits}</p>}
      {message && <p className="[overflow-wrap:anywhere]">{message}</p>}
      {run.comparison && (
        <p>
          <Agreement comparison={run.comparison} isLong />
        </p>
      )}
      <p className="text-13 text-muted">
        {formatLocal(startedAt)}
        {finishedAt !== null && ` to ${formatLocal(finishedAt)}`}, on {clusterName(run.cluster)}, from{' '}
        <ShortAddress address={run.walletAddress} />. Fees <Sol amount={cost.feeSOL} /> (estimated{' '}
        <Sol amount={cost.estimatedFeeSOL} />
        ), rent <Sol amount={cost.rentSOL} /> (estimated <Sol amount={cost.estimatedRentSOL} />)
      </p>
    </div>
  )
}

/** Says how a run was limited; null where it took all. */
function limitWords({ limits: { count, amountUA, selected, canary }, tokenName }: PayoutRun): string | null {
  const words = [
    selected !== null && `${countOf(selected, 'selected claim')}`,
    count !== null && `the first ${groupThousands(count)}`,
    amountUA !== null && `up to ${amountUA} ${tokenName}`,
    canary !== null && `a canary of ${groupThousands(canary)}`,
  ].filter((word) => word !== false)
  return words.length === 0 ? null : `Started for ${words.join(', ')}.`
}

interface AgreementProps {
  comparison: NonNullable<PayoutRun['comparison']>
  /** All of it, not the word alone. */
  isLong?: boolean
}

/** Whether the chain shows what the records say, in a word, and in what they differ. */
function Agreement({ comparison, isLong = false }: AgreementProps) {
  const { agrees, checkedAt, missing, unknownPayments, otherOutflows, acknowledgedOutflows } = comparison
  const differences = [
    missing > 0 && `${countOf(missing, 'payment')} not on the chain`,
    unknownPayments > 0 && `${countOf(unknownPayments, 'payment')} on the chain but not in the records`,
    otherOutflows > 0 && `${countOf(otherOutflows, 'other transaction')} out of the wallet`,
  ].filter((difference) => difference !== false)
  const said = agrees
    ? 'Agrees with the chain.'
    : `Differs from the chain: ${differences.join(', ')}. Reconcile names each of them.`
  const noted =
    acknowledgedOutflows > 0
      ? ` Explained by a note: ${countOf(acknowledgedOutflows, 'other transaction')} out of the wallet.`
      : ''
  const all = `${said}${noted} Compared ${formatLocal(checkedAt)}.`
  return (
    <span title={all} className="flex items-start gap-1">
      <Icon name={agrees ? 'check' : 'error'} className={`mt-1 ${agrees ? 'text-done' : 'text-error'}`} />
      {isLong ? all : agrees ? 'agrees' : 'differs'}
    </span>
  )
}
