import { useTexts } from '#web/claim/language/Language.tsx'
import { WalletWait } from '#web/claim/WalletWait.tsx'
import type { Submission } from './use-submissions.ts'

interface SubmissionPhaseProps {
  phase: Submission['phase'] | undefined
  /** A wallet is asked to sign. */
  asksWallet: boolean
  /** The wallet has another request open. */
  isWalletBusy?: boolean
  onCancel(): void
}

/** The line below a form's buttons: what is going on, and beside it a way out of the wait. */
export function SubmissionPhase({ phase, asksWallet, isWalletBusy = false, onCancel }: SubmissionPhaseProps) {
  const { form: words } = useTexts()
  const isSigning = phase === 'signing' && asksWallet
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 has-[>:only-child:empty]:mt-0">
      <p role="status" className="flex-1 text-13 text-muted not-empty:min-w-48">
        {isSigning && words.openWallet}
        {(phase === 'sending' || (phase === 'signing' && !asksWallet)) && words.signed}
        {phase === 'looking' && words.looking}
      </p>
      {(isSigning || phase === 'looking' || isWalletBusy) && (
        <WalletWait key={phase} hinted={phase !== 'looking'} onCancel={onCancel} />
      )}
    </div>
  )
}
