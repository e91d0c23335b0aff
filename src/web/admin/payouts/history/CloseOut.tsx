import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CloseOutReply } from '#api-schema/close-out.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminQuery } from '#web/admin/admin-send.ts'
import { ExportButton } from '#web/admin/ExportButton.tsx'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { PagedTable, type TableColumn } from '#web/admin/PagedTable.tsx'
import { Moment } from '#web/admin/status/AsOf.tsx'
import { formatLocal } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { countOf } from '#web/ui/group-thousands.ts'

type List = CloseOutReply['lists'][number]
type Token = CloseOutReply['byMint'][number]

/** The end of a migration, asked for by hand: it goes through every row and claim. */
export function CloseOut({ unit }: { unit: string }) {
  const [isAsked, setAsked] = useState(false)
  const query = useQuery({
    ...adminQuery(endpoints.ledger.closeOut),
    enabled: isAsked,
    refetchOnMount: 'always',
  })
  const { data, isError, isFetching } = query
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
          onClick={() => (isAsked ? void query.refetch() : setAsked(true))}
        >
          {data ? 'Add Up Again' : 'Add Up'}
        </Button>
        <ExportButton
          list={endpoints.ledger.exportCloseOut}
          input={{}}
          failure="Failed to export the close-out"
        >
          Export Close-out (Excel)
        </ExportButton>
      </div>
      {isError && <FailedQuery text="Failed to add up the close-out" query={query} />}
      {data && <Result result={data} unit={unit} />}
    </section>
  )
}

function Result({ result: { lists, byMint, asOf }, unit }: { result: CloseOutReply; unit: string }) {
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
          version: list.id,
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
      Of <Amount value={list.total} unit={unit} /> for {countOf(list.rows, 'holder')},{' '}
      <Amount value={list.claimed} unit={unit} /> were claimed and{' '}
      <Amount value={list.unclaimed} unit={unit} /> were not.
    </p>
  )
}

/** What may be taken back, and how it is reckoned. */
function TokenSentence({ token }: { token: Token }) {
  const { tokenName: unit, inSource, readAt, problem, owed, owedToDistributions, sweepable } = token
  if (inSource === null || sweepable === null) {
    return token.mint === '' ? null : <p>How much may be taken back is not known. {problem}</p>
  }
  return (
    <p>
      <strong className="font-semibold">
        <Amount value={sweepable} unit={unit} />
      </strong>{' '}
      may be taken back once claims are closed: <Amount value={inSource} unit={unit} /> in the source account
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

type ListRow = Omit<List, 'id'> & { id: string; version: number; isInForce: boolean }

const LIST_COLUMNS: TableColumn<ListRow>[] = [
  {
    name: 'List',
    cell: ({ version, fileName, isInForce }) => `${version}, ${fileName}${isInForce ? ', in force' : ''}`,
  },
  { name: 'Rows', isNumber: true, cell: ({ rows }) => rows },
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
        : `${tokenName}${cluster === 'mainnet' || cluster === null ? '' : ` on ${cluster === 'other' ? 'another cluster' : cluster}`}`,
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
