import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PayoutRun, RunPaymentBody } from '#api-schema/runs.ts'
import { RUN_PAYMENT_STATES, type RunPaymentState } from '#domain/payout-states.ts'
import { adminQuery, pagedQuery } from '#web/admin/admin-send.ts'
import { ExportButton } from '#web/admin/ExportButton.tsx'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { Nothing, PagedTable, type TableColumn } from '#web/admin/PagedTable.tsx'
import { clusterName } from '#web/admin/payouts/payout.ts'
import { StatusBadge } from '#web/admin/payouts/progress/StatusBadge.tsx'
import { StartClaims } from '#web/admin/payouts/start/StartClaims.tsx'
import { STATUS_POLL_MS } from '#web/admin/queries.ts'
import { Moment } from '#web/admin/status/AsOf.tsx'
import { changeUrlState, useUrlState } from '#web/admin/url-state.ts'
import {
  countOf,
  groupThousands,
  PaymentReference,
  PaymentTransaction,
  ShortAddress,
  Sol,
  Time,
} from '#web/admin/values.tsx'
import { formatLocal } from '#web/lib/time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge, type BadgeTone, Button, Icon } from '#web/ui/basics.tsx'
import { Spinner } from '#web/ui/ProgressBar.tsx'
import { SmallSelect } from '#web/ui/Select.tsx'

/** Lists the runs of both senders, newest first. */
export function PastRuns() {
  const query = useInfiniteQuery({
    ...pagedQuery(endpoints.bulkSender.runs, {}),
    refetchInterval: ({ state: { data } }) => pollWhileOpen(data?.pages.flatMap(({ runs }) => runs)),
  })
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

/** Returns the interval at which runs are read again: their counts change until they have ended. */
function pollWhileOpen(runs: readonly Pick<PayoutRun, 'finishedAt'>[] | undefined): number | false {
  return runs?.some(({ finishedAt }) => finishedAt === null) ? STATUS_POLL_MS : false
}

const COLUMNS: readonly TableColumn<PayoutRun>[] = [
  {
    name: 'Run',
    cell: (run) => (
      <span className="flex flex-wrap items-center gap-x-2 *:whitespace-nowrap">
        <RunLink id={run.id} text={`Run ${run.id}`} />
        <StatusBadge status={run.status} paid={run.paid} held={run.held} />
      </span>
    ),
  },
  { name: 'When', cell: ({ startedAt }) => <Time at={startedAt} /> },
  {
    name: 'For',
    cell: (run) => <span className="inline-block min-w-28 [overflow-wrap:anywhere]">{purposeOf(run)}</span>,
  },
  {
    name: 'Paid',
    isNumber: true,
    cell: ({ paid, transferCount, inOtherRuns }) => (
      <>
        {groupThousands(paid)} of {groupThousands(transferCount)}
        {inOtherRuns > 0 && (
          <span className="block text-muted">{groupThousands(inOtherRuns)} in other runs</span>
        )}
      </>
    ),
  },
  { name: 'Sum', amount: ({ paidAmountUA }) => paidAmountUA, unit: ({ tokenName }) => tokenName },
  {
    name: 'Failed',
    isNumber: true,
    cell: ({ id, failed }) => <CountLink id={id} count={failed} outcome="failed" />,
  },
  {
    name: 'Rejected',
    isNumber: true,
    cell: ({ id, rejected }) => <CountLink id={id} count={rejected} outcome="rejected" />,
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

function CountLink({ id, count, outcome }: { id: string; count: number; outcome: RunPaymentState }) {
  return count === 0 ? '0' : <RunLink id={id} outcome={outcome} text={groupThousands(count)} />
}

interface RunLinkProps {
  id: string
  outcome?: RunPaymentState | ''
  text: string
}

/** Leads to a run's own page, and there to the payments that came to one end. */
export function RunLink({ id, outcome = '', text }: RunLinkProps) {
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
function RunSummary({ run }: { run: PayoutRun }) {
  const { cost, paid, failed, held, rejected, inOtherRuns, transferCount, startedAt, finishedAt, message } =
    run
  const limits = limitWords(run)
  const open = transferCount - paid - failed - held - rejected - inOtherRuns
  const counts = [
    `${groupThousands(paid)} paid`,
    `${groupThousands(failed)} failed`,
    ...(held > 0 ? [`${groupThousands(held)} on hold`] : []),
    ...(rejected > 0 ? [`${groupThousands(rejected)} rejected meanwhile`] : []),
    ...(inOtherRuns > 0 ? [`${groupThousands(inOtherRuns)} settled in other runs`] : []),
    ...(finishedAt !== null && open > 0 ? [`${groupThousands(open)} still owed`] : []),
  ]
  return (
    <div className="space-y-1">
      <p className="flex flex-wrap items-center gap-3">
        <span className="font-medium [overflow-wrap:anywhere]">{purposeOf(run)}</span>
        <StatusBadge status={run.status} paid={run.paid} held={run.held} />
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
    amountUA !== null && `up to ${groupThousands(amountUA)} ${tokenName}`,
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

const OUTCOMES: Record<RunPaymentState, { name: string; tone: BadgeTone }> = {
  paid: { name: 'paid', tone: 'done' },
  failed: { name: 'failed', tone: 'error' },
  hold: { name: 'on hold', tone: 'warn' },
  in_flight: { name: 'in flight', tone: 'accent' },
  queued: { name: 'not sent', tone: 'neutral' },
  left_out: { name: 'left out', tone: 'neutral' },
  rejected: { name: 'rejected', tone: 'neutral' },
}

const FILTERS: readonly { value: RunPaymentState | ''; name: string }[] = [
  { value: '', name: 'All payments' },
  ...RUN_PAYMENT_STATES.map((state) => ({ value: state, name: `Only ${OUTCOMES[state].name}` })),
]

interface RunPageProps {
  id: string
  status: BulkSenderStatusResponse
  unit: string
}

/** One run: what became of each of its payments, why some failed, and whether the chain agrees. */
export function RunPage({ id, status, unit }: RunPageProps) {
  const typed = useUrlState()('outcome')
  const state = RUN_PAYMENT_STATES.find((each) => each === typed)
  const query = useInfiniteQuery({
    ...pagedQuery(endpoints.ledger.runPayments, { params: { id }, query: { state } }),
    refetchInterval: ({ state: { data } }) => pollWhileOpen(data?.pages.map(({ run }) => run)),
  })
  const { data, isError, isFetched } = query
  const newest = data?.pages.at(-1)
  const run = newest?.run
  const payments = data?.pages.flatMap((page) => page.payments) ?? []
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-17 font-semibold">Run {id}</h3>
        <Button size="small" onClick={() => changeUrlState({ run: '', outcome: '' }, { step: true })}>
          Back to all runs
        </Button>
      </div>
      {isError && <FailedQuery text="Failed to fetch the run" query={query} />}
      {!isFetched && <Spinner label="Loading..." />}
      {run && (
        <>
          <RunSummary run={run} />
          <Moment asOf={newest.asOf} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span className="-mx-3">
              <SmallSelect
                label="Payments shown"
                value={state ?? ''}
                options={FILTERS}
                onSelect={(outcome) => changeUrlState({ outcome })}
              />
            </span>
            <span className="flex flex-wrap gap-2">
              {run.failed > 0 && <RetryFailed run={run} status={status} unit={unit} />}
              <ExportButton
                list={endpoints.ledger.exportRunPayments}
                input={{ params: { id } }}
                failure="Failed to export the payments"
              >
                Export CSV
              </ExportButton>
            </span>
          </div>
          <PagedTable
            label="Payments of the run"
            columns={columnsOf(run, status.rpcUrl)}
            rows={payments}
            pages={query}
            empty="No payment of this run is in that state."
          />
        </>
      )}
    </div>
  )
}

function columnsOf({ tokenName, cluster }: PayoutRun, rpcUrl: string | null): TableColumn<RunPaymentBody>[] {
  return [
    { name: 'For', cell: (payment) => <PaymentReference payment={payment} /> },
    { name: 'To', cell: ({ recipient }) => <ShortAddress address={recipient} /> },
    { name: 'Amount', amount: ({ amountUA }) => amountUA, unit: () => tokenName },
    { name: 'Outcome', cell: (payment) => <Outcome payment={payment} /> },
    {
      name: 'Transaction',
      cell: ({ signature }) => <PaymentTransaction signature={signature} cluster={cluster} rpcUrl={rpcUrl} />,
    },
    {
      name: 'Fee share',
      isNumber: true,
      cell: ({ feeSOL }) => (feeSOL === null ? <Nothing /> : <Sol amount={feeSOL} />),
    },
  ]
}

function Outcome({ payment: { state, reason } }: { payment: RunPaymentBody }) {
  const { name, tone } = OUTCOMES[state]
  return (
    <div className="py-1">
      <Badge tone={tone}>{name}</Badge>
      {reason && (
        <p className={`mt-1 max-w-72 ${tone === 'error' ? 'text-error' : 'text-muted'}`}>{reason}</p>
      )}
    </div>
  )
}

type RetryFailedProps = Pick<RunPageProps, 'status' | 'unit'> & { run: PayoutRun }

/** As many as are retried at once. */
const MOST = 500

/** The button that starts a run over the claims whose payments failed in this run: those that still wait. */
function RetryFailed({ run, status, unit }: RetryFailedProps) {
  const { data } = useQuery({
    ...adminQuery(endpoints.ledger.runPayments, {
      params: { id: run.id },
      query: { state: 'failed', limit: MOST },
    }),
    enabled: run.sender === 'bulk' && run.finishedAt !== null,
  })
  const failed = data?.payments.filter(({ claimId, isClaimReset }) => claimId !== null && !isClaimReset) ?? []
  if (failed.length === 0) return null
  return (
    <StartClaims
      status={status}
      estimate={undefined}
      disabled={!status.configured}
      selection={failed.flatMap(({ claimId }) => claimId ?? [])}
      unit={unit}
      text="Retry the failed"
    />
  )
}
