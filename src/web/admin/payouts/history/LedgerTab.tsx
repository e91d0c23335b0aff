import { useState } from 'react'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { LedgerEntryBody, LedgerResponse } from '#api-schema/ledger.ts'
import { ExportButton } from '#web/admin/ExportButton.tsx'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { Nothing, PagedTable, type TableColumn } from '#web/admin/PagedTable.tsx'
import { Reconcile } from '#web/admin/payouts/records/Reconcile.tsx'
import { Sol } from '#web/admin/payouts/Sol.tsx'
import { useLedger } from '#web/admin/queries.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { ReadAt } from '#web/admin/status/AsOf.tsx'
import { formatLocal } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { countOf } from '#web/ui/group-thousands.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { CloseOut } from './CloseOut.tsx'
import { RunLink } from './PastRuns.tsx'
import { PaymentReference, PaymentTransaction } from './PaymentReference.tsx'

/** Every payment that was ever made, also of claims that were reset since, for accounting. */
export function LedgerTab({ status, unit }: { status: BulkSenderStatusResponse; unit: string }) {
  const [days, setDays] = useState({ from: '', to: '' })
  const window = { from: beginningOf(days.from), to: endOf(days.to) }
  const query = useLedger(window)
  const { data, isError, isFetched } = query
  const payments = data?.pages.flatMap((page) => page.payments) ?? []
  return (
    <div className="space-y-5">
      <p className="text-muted">
        All payments, in the order in which they were final. Nothing is ever deleted here: a reset of the
        claims leaves it as it is.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="From (UTC)"
          type="date"
          value={days.from}
          onChange={(event) => setDays({ ...days, from: event.target.value })}
        />
        <TextField
          label="To, that day included (UTC)"
          type="date"
          value={days.to}
          onChange={(event) => setDays({ ...days, to: event.target.value })}
        />
        <LedgerExports window={window} />
      </div>
      {isError && <FailedQuery text="Failed to fetch the ledger" query={query} />}
      {!isFetched && <Spinner label="Loading..." />}
      {data && (
        <>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <Totals totals={data.pages.at(-1)?.totals ?? []} />
            <ReadAt query={query} />
          </div>
          <PagedTable
            label="Payments"
            columns={columnsOf(status.rpcUrl)}
            rows={payments}
            pages={query}
            empty="Each payment stands here once it is final."
          />
        </>
      )}
      <Reconcile kind="bulk" status={status} unit={unit} />
      <CloseOut unit={unit} />
    </div>
  )
}

interface LedgerExportsProps {
  window?: { from: number | undefined; to: number | undefined }
}

/** Downloads the ledger of a stretch of time; all of it without one. */
export function LedgerExports({ window }: LedgerExportsProps) {
  const input = { query: window ?? {} }
  const name = window ? 'Export' : 'Export Ledger as'
  const failure = 'Failed to export the ledger'
  return (
    <>
      <ExportButton list={endpoints.ledger.exportLedgerXlsx} input={input} failure={failure}>
        {`${name} Excel`}
      </ExportButton>
      <ExportButton list={endpoints.ledger.exportLedgerCsv} input={input} failure={failure}>
        {`${name} CSV`}
      </ExportButton>
    </>
  )
}

function Totals({ totals }: { totals: LedgerResponse['totals'] }) {
  return (
    <ul className="space-y-1">
      {totals.map(
        ({ tokenMintAddress, tokenName: unit, cluster, payments, amountUA, markedWithoutProof }) => (
          <li
            key={`${cluster} ${tokenMintAddress} ${amountUA}`}
            className="flex flex-wrap items-baseline gap-x-3"
          >
            <span className="text-22 font-semibold">
              <Amount value={amountUA} unit={unit} />
            </span>
            <span className="text-muted">
              in {countOf(payments, 'payment')} of{' '}
              {tokenMintAddress === '' ? 'an unknown token' : <ShortAddress address={tokenMintAddress} />}
              {cluster !== null && ` on ${cluster === 'other' ? 'another cluster' : cluster}`}
              {markedWithoutProof.payments > 0 && (
                <>
                  ; {countOf(markedWithoutProof.payments, 'payment')} marked sent without proof,{' '}
                  <Amount value={markedWithoutProof.amountUA} unit={unit} />
                </>
              )}
            </span>
          </li>
        ),
      )}
    </ul>
  )
}

function columnsOf(rpcUrl: string | null): TableColumn<LedgerEntryBody>[] {
  return [
    {
      name: 'Paid',
      cell: ({ paidAt }) => <span className="whitespace-nowrap tabular-nums">{formatLocal(paidAt)}</span>,
    },
    { name: 'For', cell: (payment) => <PaymentReference payment={payment} /> },
    {
      name: 'EVM address',
      cell: ({ evmAddr }) => (evmAddr === null ? <Nothing /> : <ShortAddress address={evmAddr} />),
    },
    { name: 'Solana address', cell: ({ recipient }) => <ShortAddress address={recipient} /> },
    { name: 'Amount', amount: ({ amountUA }) => amountUA, unit: ({ tokenName }) => tokenName },
    {
      name: 'Transaction',
      cell: ({ signature, cluster, recordedBy }) => (
        <span className="flex items-center gap-2">
          <PaymentTransaction signature={signature} cluster={cluster} rpcUrl={rpcUrl} />
          {recordedBy === 'mark_sent_forced' && <Badge tone="warn">unproved</Badge>}
        </span>
      ),
    },
    {
      name: 'Fee (SOL)',
      isNumber: true,
      cell: ({ feeSOL }) => (feeSOL === null ? <Nothing /> : <Sol amount={feeSOL} hasUnit={false} />),
    },
    {
      name: 'Rent (SOL)',
      isNumber: true,
      cell: ({ rentSOL }) => (rentSOL === null ? <Nothing /> : <Sol amount={rentSOL} hasUnit={false} />),
    },
    {
      name: 'Run',
      isNumber: true,
      cell: ({ runId }) => (runId === null ? <Nothing /> : <RunLink id={runId} text={runId} />),
    },
  ]
}

const DAY_SECONDS = 86_400

function beginningOf(day: string): number | undefined {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(ms) ? undefined : Math.max(ms / 1000, 0)
}

function endOf(day: string): number | undefined {
  const beginning = beginningOf(day)
  return beginning === undefined ? undefined : beginning + DAY_SECONDS
}
