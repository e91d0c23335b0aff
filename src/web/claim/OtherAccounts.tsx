import { shortenAddress } from '#domain/shorten-address.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { submissionErrorDetail } from './form/submission-error.ts'
import type { Submission, Submissions } from './form/use-submissions.ts'
import { useTexts } from './language/Language.tsx'

const TONES = { submitted: 'done', failed: 'warn' } as const

interface OtherAccountsProps {
  /** The account that is shown. */
  address: string | null
  submissions: Submissions
}

/** Tells what becomes of claims of accounts that are not shown any more. */
export function OtherAccounts({ address, submissions }: OtherAccountsProps) {
  const { cancel } = useTexts().wait
  return (
    <div role="status" className="mb-6 space-y-3 empty:hidden">
      {submissions.besides(address).map((submission) => {
        const { account, phase } = submission
        return (
          <Notice key={account} tone={phase === 'submitted' || phase === 'failed' ? TONES[phase] : 'info'}>
            <Told {...submission} />
            {phase === 'signing' && (
              <Button size="small" onClick={() => submissions.cancel(account)}>
                {cancel}
              </Button>
            )}
          </Notice>
        )
      })}
    </div>
  )
}

function Told({ account, phase, error }: Submission) {
  const texts = useTexts()
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
