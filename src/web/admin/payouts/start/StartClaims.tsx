import { useState } from 'react'
import type { BulkSenderEstimateResponse, BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { type StartBody, startBody } from '#api-schema/runs.ts'
import { CLAIMS_PAYOUT, treasuryOf } from '#web/admin/payouts/payout.ts'
import { usePartEstimate, useSettledValue, useToken } from '#web/admin/queries.ts'
import { countOf, groupThousands } from '#web/admin/values.tsx'
import { Notice } from '#web/ui/basics.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { isMore, treasuryShortages } from './CostEstimate.tsx'
import { StartButton, type StartButtonProps, type StartQuestion } from './StartButton.tsx'
import { payableIn, StartForm } from './StartForm.tsx'

interface StartClaimsProps
  extends Pick<StartButtonProps<StartBody>, 'blocker' | 'disabled' | 'onStarted' | 'size'> {
  status: BulkSenderStatusResponse
  /** Without one, the server decides whether the wallet can pay. */
  estimate: BulkSenderEstimateResponse | undefined
  /** The IDs of the claims that alone are to be paid. */
  selection?: string[] | undefined
  unit: string
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
  const { isValid, ...terms } = readLimits(typed)
  const { limit, canary } = terms
  const asked = useSettledValue(JSON.stringify(terms), TYPING_REST_MS)
  const estimate = usePartEstimate({ claimIds: selection, ...JSON.parse(asked) }, isValid)
  const token = useToken('bulkSender')
  const isSettled = asked === JSON.stringify(terms) && !estimate.isPlaceholderData
  // What was estimated before may be long paid.
  const figures = isSettled && isValid && !estimate.error ? estimate.data : undefined
  const isShort = figures !== undefined && isShortOf(figures, typed)
  const refusal = figures?.refusal ?? null
  const isTreasury = treasuryOf(status) !== null
  const [changedFor, setChangedFor] = useState<string | null>(null)
  const change = changedFor === asked ? question.change : null
  const shown = change ? change.now : figures && payableIn(figures)

  function submit() {
    if (!isValid || isShort || refusal !== null || !shown) return
    setChangedFor(asked)
    const { count, amountUA } = shown
    question.onStart(
      {
        ...(selection ? { claimIds: selection } : typed.take !== 'all' && { limit }),
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
      isPart={selection !== undefined || typed.take !== 'all'}
      feeSOL={figures?.totalFeeSOL}
      unknown={isValid ? undefined : 'Enter how much is to be paid.'}
      unit={unit}
      onSubmit={submit}
      submit={{
        text: 'Start sending',
        disabled: !isValid || isShort || refusal !== null || !shown,
      }}
      error={isSettled && isValid ? estimate.error : null}
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

/** The limits as they are typed. */
interface TypedLimits {
  take: 'all' | 'first' | 'amount'
  count: string
  amountUA: string
  hasCanary: boolean
  canary: string
}

/** Reads what was typed as the server takes it. */
function readLimits({ take, count, amountUA, hasCanary, canary: typedCanary }: TypedLimits) {
  const limit = {
    ...(take === 'first' && { count: Number(count.replaceAll(',', '')) }),
    ...(take === 'amount' && { amountUA: amountUA.replaceAll(',', '').trim() }),
  }
  const canary = hasCanary ? Number(typedCanary) : undefined
  return { limit, canary, isValid: startBody.safeParse({ limit, canary }).success }
}

interface StartLimitsProps {
  typed: TypedLimits
  onChange(typed: TypedLimits): void
  /** Nothing is to be limited any more, but a canary is of use. */
  isSelection: boolean
  unit: string
}

const CHOICES = [
  { take: 'all', name: 'All that waits' },
  { take: 'first', name: 'The first' },
  { take: 'amount', name: 'Up to an amount' },
] as const

/** Chooses how much a run pays, and whether its first payments go alone. */
function StartLimits({ typed, onChange, isSelection, unit }: StartLimitsProps) {
  const change = (part: Partial<TypedLimits>) => onChange({ ...typed, ...part })
  return (
    <div className="space-y-3">
      {!isSelection && (
        <fieldset className="space-y-2">
          <legend className="pb-1 text-13 font-semibold">How many</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {CHOICES.map(({ take, name }) => (
              <label key={take} className="flex items-center gap-2">
                <input
                  type="radio"
                  name="take"
                  checked={typed.take === take}
                  onChange={() => change({ take })}
                  className="size-4 accent-accent"
                />
                {name}
              </label>
            ))}
          </div>
          {typed.take === 'first' && (
            <TextField
              label="Number of claims, in order of arrival"
              inputMode="numeric"
              value={typed.count}
              onChange={(event) => change({ count: event.target.value })}
            />
          )}
          {typed.take === 'amount' && (
            <TextField
              label={`The most to send, in ${unit || 'tokens'}`}
              inputMode="decimal"
              hint="In order of arrival: it ends before the first claim that does not fit."
              value={typed.amountUA}
              onChange={(event) => change({ amountUA: event.target.value })}
            />
          )}
          {typed.take !== 'all' && (
            <p className="text-13 text-muted">
              Claims whose last payment failed are left out. They can be retried on the page of their run.
            </p>
          )}
        </fieldset>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={typed.hasCanary}
            onChange={(event) => change({ hasCanary: event.target.checked })}
            className="size-4 accent-accent"
          />
          Canary: the first
        </label>
        <input
          aria-label="Payments of the canary"
          inputMode="numeric"
          value={typed.canary}
          disabled={!typed.hasCanary}
          onChange={(event) => change({ canary: event.target.value })}
          className="min-h-8 w-16 rounded-control border border-control bg-card px-2 text-right text-15 tabular-nums disabled:bg-well disabled:text-muted"
        />
        <span className="max-sm:ps-6">have to be final before the rest is sent</span>
      </div>
    </div>
  )
}
