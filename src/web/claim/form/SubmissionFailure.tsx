import { useAllTexts } from '#web/claim/language/Language.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { isPendingInSafe, isUnsigned, LostAnswer, submissionErrorDetail } from './submission-error.ts'
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
        <p>{words.nothingSent(words.submit)}</p>
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
