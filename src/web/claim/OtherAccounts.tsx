import { shortenAddress } from '#domain/shorten-address.ts'
import { Button, Notice } from '#web/ui/basics.tsx'
import { fill } from '#web/ui/fill.ts'
import { submissionErrorDetail } from './form/SubmissionFoot.tsx'
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
  const named = { account: shortenAddress(account) }
  if (error === null) return <p>{fill(words[phase === 'failed' ? 'sending' : phase], named)}</p>
  return (
    <>
      <p>{fill(words.failed, named)}</p>
      <p>{submissionErrorDetail(error, texts)}</p>
    </>
  )
}
