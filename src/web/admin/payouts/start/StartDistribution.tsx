import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkSenderEstimateResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type {
  DistributionBody,
  RepeatedRowBody,
  StandaloneStatusResponse,
  StartDistributionBody,
} from '#api-schema/standalone-sender.ts'
import { pagedQuery } from '#web/admin/admin-send.ts'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import type { Payable } from '#web/admin/failures.ts'
import { PagedTable, type TableColumn } from '#web/admin/PagedTable.tsx'
import { distributionPayout } from '#web/admin/payouts/payout.ts'
import { useDistributionEstimate, useToken } from '#web/admin/queries.ts'
import { countOf, Fact, groupThousands, ShortAddress } from '#web/admin/values.tsx'
import { formatLocal } from '#web/lib/time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Button, Notice } from '#web/ui/basics.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Spinner } from '#web/ui/ProgressBar.tsx'
import { treasuryShortages } from './CostEstimate.tsx'
import { StartButton, type StartQuestion } from './StartButton.tsx'
import { payableIn, StartForm } from './StartForm.tsx'

type Repeats = NonNullable<DistributionBody['repeats']>

interface StartDistributionProps {
  distribution: DistributionBody
  sender: StandaloneStatusResponse
  /** Without one, the server decides whether the wallet can pay. */
  estimate: BulkSenderEstimateResponse | undefined
  /** What it owes still is to be paid after all that was tried. */
  isAgain: boolean
  onStarted(): void
}

/** The button that starts a distribution. */
export function StartDistribution(props: StartDistributionProps) {
  const { distribution, sender, estimate, isAgain, onStarted } = props
  // Without the rows that were paid before, it may need less.
  const canPay =
    !estimate || (estimate.refusal === null && (estimate.sufficient || distribution.repeats !== null))
  return (
    <StartButton
      payout={distributionPayout(distribution.id)}
      status={sender}
      canPay={canPay}
      variant={isAgain ? 'secondary' : 'primary'}
      size="small"
      text={isAgain ? 'Send What Is Left' : 'Start Distribution'}
      onStarted={onStarted}
    >
      {(question) => (
        <StartDistributionDialog distribution={distribution} sender={sender} question={question} />
      )}
    </StartButton>
  )
}

const LEAVE_OUT = 'Leave these out'
const PAY_AGAIN = 'Pay them again'

interface StartDistributionDialogProps extends Pick<StartDistributionProps, 'distribution' | 'sender'> {
  question: StartQuestion<StartDistributionBody>
}

/**
 * Asks before a file is paid. Rows that were paid before are left out by one click, or paid again with words that have to
 * be typed.
 */
function StartDistributionDialog({ distribution, sender, question }: StartDistributionDialogProps) {
  const { last, change, asked, busy, onStart } = question
  const { id, repeats, tokenName: unit } = distribution
  const [typed, setTyped] = useState('')
  const words = asked?.words ?? repeats?.confirm ?? null
  const isNothingElse = repeats !== null && repeats.rows === repeats.of
  /** True where rows that were paid before can be left out. */
  const isLeaving = words !== null && !isNothingElse
  const { data: estimate, error } = useDistributionEstimate(id, { read: true, leaveOutRepeats: isLeaving })
  const again = useDistributionEstimate(id, { read: words !== null }).data
  const token = useToken('standaloneSender')
  const refusal = estimate ? refusalOf(estimate, unit) : null
  const shown = payableOf(isLeaving === (last?.leaveOutRepeats === true) ? change : null, estimate)
  const shownAgain = payableOf(last?.confirm === undefined ? null : change, again)
  const refusalAgain = again ? refusalOf(again, unit) : null

  return (
    <StartForm
      title="Start this distribution?"
      question={question}
      status={sender}
      token={token}
      lead={
        <>
          <Fact name="File">
            <span className="[overflow-wrap:anywhere]">{distribution.fileName}</span>
          </Fact>
          <Fact name="In the file">
            <span>
              {countOf(distribution.totalAddresses, 'row')},{' '}
              <Amount value={distribution.totalAmount} unit={unit} />
            </span>
          </Fact>
        </>
      }
      name="payment"
      shown={shown}
      feeSOL={estimate?.totalFeeSOL}
      unknown={error ? 'Not known' : 'Looking...'}
      unit={unit}
      pressed={last?.confirm === undefined ? undefined : PAY_AGAIN}
      error={error}
      onSubmit={() => shown && onStart(isLeaving ? { leaveOutRepeats: true } : {}, shown)}
      submit={{
        text: words === null ? 'Start sending' : LEAVE_OUT,
        disabled: refusal !== null || !shown || isNothingElse,
      }}
      other={
        words !== null && (
          <Button
            variant="danger"
            disabled={busy || typed.trim() !== words || refusalAgain !== null || !shownAgain}
            onClick={() => shownAgain && onStart({ confirm: words }, shownAgain)}
          >
            {PAY_AGAIN}
          </Button>
        )
      }
    >
      <RepeatNotice distribution={distribution} />
      {asked && (
        <Notice tone="warn">
          <p className="[overflow-wrap:anywhere]">{asked.why}</p>
        </Notice>
      )}
      {words !== null && (
        <>
          <p>
            {isNothingElse
              ? 'Nothing else is left to send.'
              : 'Left out, they are never paid by this file, and the others are sent now.'}
          </p>
          {isLeaving && shownAgain && (
            <p>
              With them, it is {countOf(shownAgain.count, 'payment')},{' '}
              <Amount value={shownAgain.amountUA} unit={unit} />.
            </p>
          )}
          <TextField
            label={`To pay them again, type “${words}”`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={100}
            autoComplete="off"
          />
        </>
      )}
      {refusal !== null && <Notice tone="error">{refusal}</Notice>}
    </StartForm>
  )
}

/** Returns what would be paid: as the last answer names it, else as it is estimated. */
function payableOf(
  change: { now: Payable } | null,
  estimate: BulkSenderEstimateResponse | undefined,
): Payable | undefined {
  return change ? change.now : estimate && payableIn(estimate)
}

/** Returns why it can not be paid from this wallet just now. */
function refusalOf(estimate: BulkSenderEstimateResponse, unit: string): string | null {
  if (estimate.refusal !== null || estimate.sufficient) return estimate.refusal
  const shortages = treasuryShortages(estimate, unit)
  return shortages?.join(' ') ?? 'The wallet holds too little: see the cost estimate.'
}

/** False where all that another list has of these rows is signed alone: it may still land, and may not. */
export function isPaidBefore({ rows, onHold, underWay }: Repeats): boolean {
  return onHold + underWay < rows
}

/** Says which rows were paid before: those that a start would pay again, and those that one has left out. */
export function RepeatNotice({ distribution }: { distribution: DistributionBody }) {
  const { id, repeats, leftOut, tokenName: unit } = distribution
  if (repeats === null && leftOut === 0) return null
  return (
    <Notice tone="warn" title={repeats && !isPaidBefore(repeats) ? 'Signed before' : 'Paid before'}>
      {repeats?.sameFile && (
        <p className="[overflow-wrap:anywhere]">
          Same file as {repeats.sameFile.fileName},{' '}
          {repeats.sameFile.paidAt !== null && `paid on ${formatLocal(repeats.sameFile.paidAt)} as `}
          distribution <span className="font-mono whitespace-nowrap">{repeats.sameFile.id}</span>.
        </p>
      )}
      {repeats && (
        <p>
          {groupThousands(repeats.rows)} of {countOf(repeats.of, 'payment')} that it owes{' '}
          {repeats.rows === 1 ? 'was' : 'were'} {isPaidBefore(repeats) ? 'made' : 'signed'} before, same
          wallet, same amount: <Amount value={repeats.amountUA} unit={unit} />.
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

interface RepeatedRowsProps {
  distributionId: string
  unit: string
}

/** Lists the rows once they are asked for, each with the payment by which it was paid before. */
function RepeatedRows(props: RepeatedRowsProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit py-1 font-medium text-accent">Which rows</summary>
      {isOpen && <RowsPaidBefore {...props} />}
    </details>
  )
}

/** Read each time that they are opened: a run may have paid some since. */
function RowsPaidBefore({ distributionId, unit }: RepeatedRowsProps) {
  const query = useInfiniteQuery(
    pagedQuery(endpoints.standaloneSender.repeatedRows, { params: { distributionId } }),
  )
  const { data, isError } = query
  if (isError) return <FailedQuery text="Failed to fetch the rows" query={query} />
  if (!data) return <Spinner label="Loading..." />
  return (
    <PagedTable
      label="Rows that were paid before"
      columns={columnsOf(unit)}
      rows={data.pages.flatMap((page) => page.rows.map((row) => ({ ...row, id: String(row.rowNumber) })))}
      pages={query}
      empty="None any more."
    />
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
