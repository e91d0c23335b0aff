import { useState } from 'react'
import type { DistributionBody, RepeatedRowBody } from '#api-schema/standalone-sender.ts'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { PagedTable, type TableColumn } from '#web/admin/PagedTable.tsx'
import { useRepeatedRows } from '#web/admin/payouts/queries.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { formatLocal } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { countOf, groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

interface RepeatNoticeProps {
  distribution: DistributionBody
}

/** Says which rows were paid before: those that a start would pay again, and those that one has left out. */
export function RepeatNotice({ distribution }: RepeatNoticeProps) {
  const { id, repeats, leftOut, tokenName: unit } = distribution
  if (repeats === null && leftOut === 0) return null
  return (
    <Notice tone="warn" title="Paid before">
      {repeats?.sameFile && (
        <p className="[overflow-wrap:anywhere]">
          Same file as {repeats.sameFile.fileName}, paid on {formatLocal(repeats.sameFile.paidAt)} as
          distribution <span className="font-mono whitespace-nowrap">{repeats.sameFile.id}</span>.
        </p>
      )}
      {repeats && (
        <p>
          {groupThousands(repeats.rows)} of {countOf(repeats.of, 'payment')} that it owes{' '}
          {repeats.rows === 1 ? 'was' : 'were'} made before, same wallet, same amount:{' '}
          <Amount value={repeats.amountUA} unit={unit} />.
        </p>
      )}
      {repeats && repeats.onHold > 0 && (
        <p>{groupThousands(repeats.onHold)} of them: signed and on hold, may still land.</p>
      )}
      {repeats && repeats.underWay > 0 && <p>{groupThousands(repeats.underWay)} of them: under way.</p>}
      {leftOut > 0 && (
        <p>
          {countOf(leftOut, 'row')} {leftOut === 1 ? 'is' : 'are'} left out for good.
        </p>
      )}
      <RepeatedRows distributionId={id} unit={unit} />
    </Notice>
  )
}

/** Lists the rows once they are asked for, each with the payment by which it was paid before. */
function RepeatedRows({ distributionId, unit }: { distributionId: string; unit: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const query = useRepeatedRows(distributionId, { read: isOpen })
  const { data, isError } = query
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit py-1 font-medium text-accent">Which rows</summary>
      {isError && <FailedQuery text="Failed to fetch the rows" query={query} />}
      {isOpen && !data && !isError && <Spinner label="Loading..." />}
      {data && (
        <PagedTable
          label="Rows that were paid before"
          columns={columnsOf(unit)}
          rows={rows.map((row) => ({ ...row, id: String(row.rowNumber) }))}
          pages={query}
          empty="None any more."
        />
      )}
    </details>
  )
}

const STATES: Record<RepeatedRowBody['by']['state'], string> = {
  paid: 'paid',
  on_hold: 'on hold',
  under_way: 'under way',
}

function columnsOf(unit: string): TableColumn<RepeatedRowBody & { id: string }>[] {
  return [
    { name: 'Row', isNumber: true, cell: ({ rowNumber }) => groupThousands(rowNumber) },
    { name: 'Wallet', cell: ({ recipient }) => <ShortAddress address={recipient} /> },
    { name: 'Amount', isNumber: true, cell: ({ amountUA }) => <Amount value={amountUA} unit={unit} /> },
    { name: 'By', cell: ({ by }) => <span className="[overflow-wrap:anywhere]">{payerOf(by)}</span> },
    {
      name: 'When',
      cell: ({ by, leftOut }) => (
        <span className="whitespace-nowrap">
          {STATES[by.state]}
          {by.at !== null && `, ${formatLocal(by.at)}`}
          {leftOut && '; left out'}
        </span>
      ),
    },
  ]
}

function payerOf({ claimId, evmAddr, fileName, rowNumber }: RepeatedRowBody['by']): string {
  if (claimId !== null) return `Claim ${claimId}`
  if (fileName !== null) return `${fileName}, row ${rowNumber}`
  return evmAddr === null ? 'A transaction' : `A claim of ${evmAddr}`
}
