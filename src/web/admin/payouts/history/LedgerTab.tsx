import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { CloseOutReply, LedgerEntryBody, LedgerResponse } from '#api-schema/ledger.ts'
import { adminQuery, pagedQuery } from '#web/admin/admin-send.ts'
import { isWindowOver } from '#web/admin/ClaimControlsCard.tsx'
import { ExportButton } from '#web/admin/ExportButton.tsx'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { Nothing, PagedTable, type TableColumn } from '#web/admin/PagedTable.tsx'
import { clusterName } from '#web/admin/payouts/payout.ts'
import { Reconcile } from '#web/admin/payouts/records/Reconcile.tsx'
import { Moment, ReadAt } from '#web/admin/status/AsOf.tsx'
import { useLiveState } from '#web/admin/status/live-state.ts'
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
import { Badge, Button } from '#web/ui/basics.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Spinner } from '#web/ui/ProgressBar.tsx'
import { RunLink } from './Runs.tsx'

/** Every payment that was ever made, also of claims that were reset since, for accounting. */
export function LedgerTab({ status, unit }: { status: BulkSenderStatusResponse; unit: string }) {
  const [days, setDays] = useState({ from: '', to: '' })
  const window = { from: beginningOf(days.from), to: endOf(days.to) }
  const query = useInfiniteQuery({
    ...pagedQuery(endpoints.ledger.ledger, { query: window }),
    placeholderData: keepPreviousData,
  })
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
              {cluster !== null && ` on ${clusterName(cluster)}`}
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
    { name: 'Paid', cell: ({ paidAt }) => <Time at={paidAt} /> },
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

type List = CloseOutReply['lists'][number]
type Token = CloseOutReply['byMint'][number]

/** The end of a migration, asked for by hand: it goes through every row and claim. */
function CloseOut({ unit }: { unit: string }) {
  const [isAsked, setAsked] = useState(false)
  const query = useQuery({ ...adminQuery(endpoints.ledger.closeOut), enabled: false })
  const { isError, isFetching } = query
  // Sums of an earlier visit, or of before another list, are shown to nobody.
  const data = isAsked && !isFetching && !isError ? query.data : undefined
  return (
    <section aria-label="Close-out" className="space-y-4 border-t border-line pt-4">
      <div className="space-y-1">
        <h3 className="font-semibold">Close-out</h3>
        <p className="text-muted">
          What the list gives, what was claimed and paid, and what may be taken back from the source account,
          to the base unit.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          size="small"
          busy={isFetching}
          busyText="Adding up..."
          onClick={() => {
            setAsked(true)
            void query.refetch()
          }}
        >
          {isAsked ? 'Add Up Again' : 'Add Up'}
        </Button>
        <ExportButton list={endpoints.ledger.exportCloseOut} failure="Failed to export the close-out">
          Export Close-out (Excel)
        </ExportButton>
      </div>
      {isError && <FailedQuery text="Failed to add up the close-out" query={query} />}
      {data && <Sums result={data} unit={unit} />}
    </section>
  )
}

function Sums({ result: { lists, byMint, asOf }, unit }: { result: CloseOutReply; unit: string }) {
  const isBeyond = lists.some(({ beyond }) => beyond !== '0')
  return (
    <div className="space-y-5">
      <ListSentence list={lists[0]} unit={unit} />
      {byMint.map((token) => (
        <TokenSentence key={keyOf(token)} token={token} />
      ))}
      <PagedTable
        label="Holder lists"
        columns={isBeyond ? [...LIST_COLUMNS, BEYOND] : LIST_COLUMNS}
        rows={lists.map((list, index) => ({
          ...list,
          id: `${list.id}`,
          isInForce: index === 0,
        }))}
        empty="No holder list was published yet."
      />
      <PagedTable
        label="Tokens"
        columns={TOKEN_COLUMNS}
        rows={byMint.map((token) => ({ ...token, id: keyOf(token) }))}
        empty="Nothing was claimed yet."
      />
      <p className="text-13 text-muted">
        Rejected claims count as unclaimed.
        {isBeyond &&
          ' Beyond the list is what was claimed by addresses that a version does not have, or for more than it gives.'}
      </p>
      <Moment asOf={asOf} />
    </div>
  )
}

function ListSentence({ list, unit }: { list: List | undefined; unit: string }) {
  if (!list) return null
  return (
    <p>
      Of <Amount value={list.total} unit={unit} /> in {countOf(list.rows, 'row')},{' '}
      <Amount value={list.claimed} unit={unit} /> were claimed and{' '}
      <Amount value={list.unclaimed} unit={unit} /> were not.
    </p>
  )
}

/** What may be taken back, and how it is reckoned. */
function TokenSentence({ token }: { token: Token }) {
  const { tokenName: unit, inSource, readAt, problem, owed, owedToDistributions, sweepable } = token
  const controls = useLiveState().state?.controls
  if (inSource === null || sweepable === null) {
    return token.mint === '' ? null : <p>How much may be taken back is not known. {problem}</p>
  }
  return (
    <p>
      <strong className="font-semibold">
        <Amount value={sweepable} unit={unit} />
      </strong>{' '}
      may be taken back{!(controls && isWindowOver(controls)) && ' once claims are closed'}:{' '}
      <Amount value={inSource} unit={unit} /> in the source account
      {readAt !== null && <> at {formatLocal(readAt)}</>}, less <Amount value={owed} unit={unit} /> still owed
      {owedToDistributions !== '0' && (
        <>
          {' '}
          and <Amount value={owedToDistributions} unit={unit} /> owed by distributions
        </>
      )}
      .
    </p>
  )
}

type ListRow = Omit<List, 'id'> & { id: string; isInForce: boolean }

const LIST_COLUMNS: TableColumn<ListRow>[] = [
  {
    name: 'List',
    cell: ({ fileName, isInForce }) => `${fileName}${isInForce ? ', in force' : ''}`,
  },
  { name: 'Rows', isNumber: true, cell: ({ rows }) => groupThousands(rows) },
  { name: 'Total', amount: ({ total }) => total },
  { name: 'Claimed', amount: ({ claimed }) => claimed },
  { name: 'Unclaimed', amount: ({ unclaimed }) => unclaimed },
]

const BEYOND: TableColumn<ListRow> = { name: 'Beyond the list', amount: ({ beyond }) => beyond }

const TOKEN_COLUMNS: TableColumn<Token & { id: string }>[] = [
  {
    name: 'Token',
    cell: ({ mint, tokenName, cluster }) =>
      mint === ''
        ? `${tokenName}, before a sender was configured`
        : `${tokenName}${cluster === 'mainnet' || cluster === null ? '' : ` on ${clusterName(cluster)}`}`,
  },
  { name: 'Paid', amount: ({ paid }) => paid },
  { name: 'Owed', amount: ({ owed }) => owed },
  { name: 'Marked, no proof', amount: ({ marked }) => marked },
  { name: 'Floored away', amount: ({ floored }) => floored },
  { name: 'In the source', amount: ({ inSource }) => inSource },
  { name: 'To take back', amount: ({ sweepable }) => sweepable },
]

function keyOf({ mint, cluster }: Token): string {
  return `${cluster} ${mint}`
}
