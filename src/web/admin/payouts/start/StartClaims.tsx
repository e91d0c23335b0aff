import { useState } from 'react'
import type { BulkSenderEstimateResponse, BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type { StartBody } from '#api-schema/start-payout.ts'
import { type AmountUA, formatDecimalUnits, toBaseUnits } from '#domain/amounts.ts'
import type { Payable } from '#web/admin/error-code.ts'
import { CLAIMS_PAYOUT, treasuryOf } from '#web/admin/payouts/payout.ts'
import { useLimitedEstimate, useToken } from '#web/admin/queries.ts'
import { useSettledValue } from '#web/admin/use-settled-value.ts'
import type { ButtonProps } from '#web/ui/Button.tsx'
import { countOf, groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import type { ToastMessage } from '#web/ui/toast-store.ts'
import { isMore, treasuryShortages } from './ApprovalNeeded.tsx'
import { StartButton, type StartQuestion } from './StartButton.tsx'
import { payableIn, StartForm } from './StartForm.tsx'
import { readLimits, StartLimits, type TypedLimits } from './StartLimits.tsx'

/** Claims to be paid, and their amounts. */
interface ClaimsToPay {
  claimIds: readonly string[]
  amountsUA: readonly string[]
}

interface StartClaimsProps {
  status: BulkSenderStatusResponse
  /** Without one, the server decides whether the wallet can pay. */
  estimate: BulkSenderEstimateResponse | undefined
  /** A toast that is shown instead of asking. */
  blocker?: ToastMessage | undefined
  disabled?: boolean
  /** Only these claims are to be paid. */
  selection?: ClaimsToPay | undefined
  onStarted?: (() => void) | undefined
  unit: string
  size?: ButtonProps['size']
  text?: string
}

/** The button that starts a run over the queued claims. */
export function StartClaims(props: StartClaimsProps) {
  const { status, estimate, selection, unit, text = 'Start Bulk Send', ...button } = props
  const canPay = !estimate || (estimate.refusal === null && (estimate.sufficient || hasCover(estimate)))
  return (
    <StartButton payout={CLAIMS_PAYOUT} status={status} canPay={canPay} text={text} {...button}>
      {(question) => (
        <StartClaimsDialog
          status={status}
          covers={estimate?.covers ?? null}
          selection={selection}
          unit={unit}
          question={question}
        />
      )}
    </StartButton>
  )
}

function hasCover({ covers }: BulkSenderEstimateResponse): boolean {
  return covers !== null && covers.claimCount > 0
}

interface StartClaimsDialogProps extends Pick<StartClaimsProps, 'status' | 'selection' | 'unit'> {
  /** The first claims that the balances suffice for; null where they suffice for all. */
  covers: BulkSenderEstimateResponse['covers']
  question: StartQuestion<StartBody>
}

const TYPING_REST_MS = 400

/** Asks before claims are paid, and offers limits. */
function StartClaimsDialog({ status, covers, selection, unit, question }: StartClaimsDialogProps) {
  const [typed, setTyped] = useState<TypedLimits>({
    take: covers && !selection ? 'first' : 'all',
    count: covers ? String(covers.claimCount) : '',
    amountUA: '',
    hasCanary: false,
    canary: '5',
  })
  const { limit, canary, isValid } = readLimits(typed)
  const asked = useSettledValue(JSON.stringify(limit), TYPING_REST_MS)
  const estimate = useLimitedEstimate(JSON.parse(asked))
  const token = useToken('bulkSender')
  const isSettled = asked === JSON.stringify(limit) && !estimate.isPlaceholderData
  const figures = isSettled ? estimate.data : undefined
  // Of a selection the server knows what it comes to; that nothing can be paid just now holds for it as well.
  const isShort = !selection && figures !== undefined && isShortOf(figures, typed)
  const refusal = figures?.refusal ?? null
  const isTreasury = treasuryOf(status) !== null
  const estimated = selection ? payableOf(selection, token.data?.decimals) : figures && payableIn(figures)
  const [changedFor, setChangedFor] = useState<string | null>(null)
  const change = changedFor === asked ? question.change : null
  const shown = change ? change.now : estimated

  function submit() {
    if (!isValid || isShort || refusal !== null || !shown) return
    setChangedFor(asked)
    const { count, amountUA } = shown
    question.onStart(
      {
        ...(selection ? { claimIds: [...selection.claimIds] } : typed.take !== 'all' && { limit }),
        ...(canary !== undefined && { canary }),
      },
      { count, amountUA },
    )
  }

  return (
    <StartForm
      title="Start sending?"
      question={{ ...question, change }}
      status={status}
      token={token}
      name={selection ? 'selected claim' : 'claim'}
      shown={shown}
      feeSOL={selection ? null : figures?.totalFeeSOL}
      unit={unit}
      onSubmit={submit}
      submit={{ text: 'Start sending', disabled: !isValid || isShort || refusal !== null || !shown }}
      error={selection || !isSettled ? null : estimate.error}
    >
      <StartLimits typed={typed} onChange={setTyped} isSelection={selection !== undefined} unit={unit} />
      {covers && !selection && (
        <Notice tone="info">
          {isTreasury ? 'What the wallet can pay' : 'The wallet'} suffices for about the first{' '}
          {groupThousands(covers.claimCount)}. The {countOf(covers.rest.claimCount, 'claim')} after them will
          need {groupThousands(covers.rest.amountUA)} {unit} and about {covers.rest.feeSOL} SOL:{' '}
          {isTreasury ? 'provide' : 'send'} as much as the next part takes, and start again.
        </Notice>
      )}
      {isShort && <Shortage estimate={figures} unit={unit} />}
      {refusal !== null && <Notice tone="error">{refusal}</Notice>}
    </StartForm>
  )
}

/** Returns what selected claims come to in a token; the server knows which of them can not be paid. */
function payableOf({ amountsUA }: ClaimsToPay, decimals: number | undefined): Payable | undefined {
  if (decimals === undefined) return undefined
  const owed = amountsUA.map((amount) => toBaseUnits(amount as AmountUA, decimals).baseUnits)
  const payable = owed.filter((baseUnits) => baseUnits > 0n)
  const sum = payable.reduce<bigint>((total, baseUnits) => total + baseUnits, 0n)
  return { count: payable.length, amountUA: formatDecimalUnits(sum, decimals), leftOut: [] }
}

/** Where nothing is limited, the server says that nothing waits any more. */
function isShortOf({ sufficient, claimCount }: BulkSenderEstimateResponse, { take }: TypedLimits): boolean {
  return !sufficient || (take !== 'all' && claimCount === 0)
}

function Shortage({ estimate, unit }: { estimate: BulkSenderEstimateResponse; unit: string }) {
  const { missingSOL, missingUA } = estimate.balances
  if (estimate.claimCount === 0) return <Notice tone="error">This limit takes no claim.</Notice>
  const missing = [
    ...(isMore(missingUA) ? [`${groupThousands(missingUA)} ${unit}`] : []),
    ...(isMore(missingSOL) ? [`${missingSOL} SOL`] : []),
  ]
  const sentences = treasuryShortages(estimate, unit) ?? [
    `Not enough in the wallet: ${missing.join(' and ')} missing.`,
  ]
  return (
    <Notice tone="error">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  )
}
