import { useAllTexts } from '#web/claim/language/Language.tsx'
import { WalletError } from '#web/lib/wallet/wallet-error.ts'
import { fill } from '#web/ui/fill.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { isPendingInSafe, LostAnswer } from './submission-error.ts'
import { submissionErrorDetail } from './submission-error-detail.ts'
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
      <Notice tone="error" title={submissionErrorDetail(error, texts)}>
        <p>{fill(words.nothingSent, { button: words.submit })}</p>
      </Notice>
    )
  }
  const title = isWalletBusy(error) ? words.walletBusy : words.notSubmitted
  return (
    <Notice tone="error" title={error instanceof LostAnswer ? words.unknown : title}>
      <p>{late ? words.answeredLate : submissionErrorDetail(error, texts)}</p>
    </Notice>
  )
}

/** True when the wallet did not sign, and the same may be tried again at once. */
function isUnsigned(error: Error): boolean {
  return (
    error instanceof WalletError && (error.problem === 'sign_rejected' || error.problem === 'sign_failed')
  )
}
