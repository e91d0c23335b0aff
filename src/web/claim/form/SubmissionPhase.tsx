import { useSyncExternalStore } from 'react'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { WalletWait } from '#web/claim/WalletWait.tsx'
import type { Pairing } from '#web/lib/wallet/eip1193.ts'
import type { Submission } from './use-submissions.ts'

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
