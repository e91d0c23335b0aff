import { useQuery } from '@tanstack/react-query'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { RunPaymentBody } from '#api-schema/run-payments.ts'
import type { PayoutRun } from '#api-schema/runs.ts'
import { TRANSFER_STATES, type TransferState } from '#domain/payout-states.ts'
import { adminQuery } from '#web/admin/admin-send.ts'
import { ExportButton } from '#web/admin/ExportButton.tsx'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { Nothing, PagedTable, type TableColumn } from '#web/admin/PagedTable.tsx'
import { Sol } from '#web/admin/payouts/Sol.tsx'
import { StartClaims } from '#web/admin/payouts/start/StartClaims.tsx'
import { useRunPayments } from '#web/admin/queries.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { Moment } from '#web/admin/status/AsOf.tsx'
import { changeUrlState, useUrlState } from '#web/admin/url-state.ts'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SmallSelect } from '#web/ui/SmallSelect.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { RunSummary } from './PastRuns.tsx'
import { PaymentReference, PaymentTransaction } from './PaymentReference.tsx'

const OUTCOMES: Record<TransferState, { name: string; tone: BadgeTone }> = {
  paid: { name: 'paid', tone: 'done' },
  failed: { name: 'failed', tone: 'error' },
  hold: { name: 'on hold', tone: 'warn' },
  in_flight: { name: 'in flight', tone: 'accent' },
  queued: { name: 'not sent', tone: 'neutral' },
  left_out: { name: 'left out', tone: 'neutral' },
}

const FILTERS: readonly { value: TransferState | ''; name: string }[] = [
  { value: '', name: 'All payments' },
  ...TRANSFER_STATES.map((state) => ({ value: state, name: `Only ${OUTCOMES[state].name}` })),
]

interface RunPageProps {
  id: string
  status: BulkSenderStatusResponse
  unit: string
}

/** One run: what became of each of its payments, why some failed, and whether the chain agrees. */
export function RunPage({ id, status, unit }: RunPageProps) {
  const typed = useUrlState()('outcome')
  const state = TRANSFER_STATES.find((each) => each === typed)
  const query = useRunPayments(id, state)
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
        <p className={`mt-1 max-w-72 ${state === 'failed' ? 'text-error' : 'text-muted'}`}>{reason}</p>
      )}
    </div>
  )
}

interface RetryFailedProps {
  run: PayoutRun
  status: BulkSenderStatusResponse
  unit: string
}

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
  const selection = {
    claimIds: failed.flatMap(({ claimId }) => claimId ?? []),
    amountsUA: failed.map(({ amountUA }) => amountUA),
  }
  return (
    <StartClaims
      status={status}
      estimate={undefined}
      disabled={!status.configured}
      selection={selection}
      unit={unit}
      text="Retry the failed"
    />
  )
}
