import { useState } from 'react'
import type { BulkSenderEstimateResponse } from '#api-schema/bulk-sender.ts'
import type {
  DistributionBody,
  StandaloneStatusResponse,
  StartDistributionBody,
} from '#api-schema/standalone-sender.ts'
import type { Payable } from '#web/admin/error-code.ts'
import { RepeatNotice } from '#web/admin/payouts/history/RepeatNotice.tsx'
import { distributionPayout } from '#web/admin/payouts/payout.ts'
import { useDistributionEstimate } from '#web/admin/payouts/queries.ts'
import { useToken } from '#web/admin/queries.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Fact } from '#web/ui/Facts.tsx'
import { countOf } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { treasuryShortages } from './ApprovalNeeded.tsx'
import { StartButton, type StartQuestion } from './StartButton.tsx'
import { payableIn, StartForm } from './StartForm.tsx'

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
  const button = words === null ? 'Start' : last?.confirm === undefined ? LEAVE_OUT : PAY_AGAIN

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
      button={button}
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
