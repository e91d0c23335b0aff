import { shortenAddress } from '#domain/shorten-address.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { submissionErrorDetail } from './form/submission-error.ts'
import type { Submission } from './form/use-submissions.ts'
import { useAllTexts } from './language/Language.tsx'

const TONES = { submitted: 'done', failed: 'warn' } as const

interface OtherAccountsProps {
  claims: readonly Submission[]
  onCancel(account: string): void
}

/** Tells what becomes of claims of accounts that are not shown any more. */
export function OtherAccounts({ claims, onCancel }: OtherAccountsProps) {
  const { cancel } = useAllTexts().wait
  return claims.map((submission) => {
    const { account, phase } = submission
    return (
      <Notice key={account} tone={phase === 'submitted' || phase === 'failed' ? TONES[phase] : 'info'}>
        <Told {...submission} />
        {phase === 'signing' && (
          <Button size="small" onClick={() => onCancel(account)}>
            {cancel}
          </Button>
        )}
      </Notice>
    )
  })
}

function Told({ account, phase, error }: Submission) {
  const texts = useAllTexts()
  const words = texts.otherAccount
  const short = shortenAddress(account)
  if (error === null) return <p>{words[phase === 'failed' ? 'sending' : phase](short)}</p>
  return (
    <>
      <p>{words.failed(short)}</p>
      <p>{submissionErrorDetail(error, texts)}</p>
    </>
  )
}
