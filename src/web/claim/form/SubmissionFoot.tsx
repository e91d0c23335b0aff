import { useSyncExternalStore } from 'react'
import { WalletWait } from '#web/claim/connect/WalletButtons.tsx'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import type { AllTexts } from '#web/claim/language/later-english.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { type Pairing, WalletError } from '#web/lib/wallet/eip1193.ts'
import { Button, Notice } from '#web/ui/basics.tsx'
import { fill } from '#web/ui/fill.ts'
import { errorText, isPendingInSafe, LostAnswer, OtherSigner, walletErrorText } from './submission-error.ts'
import { isWalletBusy, type Submission } from './use-submissions.ts'

/** Tells why a claim was not submitted, or that this is not known. */
export function SubmissionFailure({ submission: { error, late } }: { submission: Submission }) {
  const texts = useAllTexts()
  const { form: words } = texts
  if (error === null) return null
  if (isPendingInSafe(error)) {
    return (
      <Notice title={words.moreOwners}>
        <p role="status">{submissionErrorDetail(error, texts)}</p>
      </Notice>
    )
  }
  if (isUnsigned(error)) {
    return (
      <Notice
        tone="error"
        title={submissionErrorDetail(error, texts)}
        text={fill(words.nothingSent, { button: words.submit })}
      />
    )
  }
  const title = isWalletBusy(error) ? words.walletBusy : words.notSubmitted
  return (
    <Notice
      tone="error"
      title={error instanceof LostAnswer ? words.unknown : title}
      text={late ? words.answeredLate : submissionErrorDetail(error, texts)}
    />
  )
}

/** True when the wallet did not sign, and the same may be tried again at once. */
function isUnsigned(error: Error): boolean {
  return (
    error instanceof WalletError && (error.problem === 'sign_rejected' || error.problem === 'sign_failed')
  )
}

interface SubmissionPhaseProps {
  phase: Submission['phase'] | undefined
  /** A wallet is asked to sign. */
  asksWallet: boolean
  /** Of a wallet behind a relay. */
  pairing?: Pairing | undefined
  /** The wallet has another request open. */
  isWalletBusy?: boolean
  onCancel(): void
}

const never = () => () => {}

/** The line below a form's buttons: what is going on, and beside it a way out of the wait. */
export function SubmissionPhase(props: SubmissionPhaseProps) {
  const { phase, asksWallet, pairing, isWalletBusy = false, onCancel } = props
  const { form: words } = useAllTexts()
  const isSending = useSyncExternalStore(pairing?.subscribe ?? never, () => pairing?.isSending() ?? false)
  const isSigning = phase === 'signing' && asksWallet
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 has-[>:only-child:empty]:mt-0">
      <p role="status" className="flex-1 text-13 text-muted not-empty:min-w-48">
        {isSigning && (isSending ? words.reachingWallet : words.openWallet)}
        {asksWallet && (phase === undefined || phase === 'failed') && words.signatureNote}
        {(phase === 'sending' || (phase === 'signing' && !asksWallet)) && words.signed}
        {phase === 'looking' && words.looking}
      </p>
      {(isSigning || phase === 'looking' || isWalletBusy) && (
        <WalletWait key={phase} hinted={phase !== 'looking'} onCancel={onCancel} />
      )}
    </div>
  )
}

/** The foot of a step: a quiet button that leads away, and the one that submits the form around it. */
export function StepButtons({
  leave,
  submit,
}: {
  leave: { text: string; onClick: () => void; disabled?: boolean }
  submit: { text: string; disabled: boolean; busy: boolean; busyText?: string }
}) {
  return (
    <div className="flex gap-3">
      <Button
        variant="quiet"
        size="large"
        className="px-3! text-15! sm:px-6! sm:text-17!"
        onClick={leave.onClick}
        disabled={leave.disabled ?? false}
      >
        {leave.text}
      </Button>
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="min-w-0 flex-1 px-2! text-15! sm:text-17!"
        disabled={submit.disabled}
        busy={submit.busy}
        {...(submit.busyText !== undefined && { busyText: submit.busyText })}
      >
        {submit.text}
      </Button>
    </div>
  )
}

/** Describes the exact problem, for the notice beside the form. */
export function submissionErrorDetail(error: Error, texts: AllTexts): string {
  if (error instanceof ApiError) return errorText(error, texts)
  if (error instanceof LostAnswer) return texts.form.unknownHelp
  if (error instanceof OtherSigner) return fill(texts.form.otherSigner, error)
  return error instanceof WalletError ? walletErrorText(error, texts) : texts.form.noAnswer
}
