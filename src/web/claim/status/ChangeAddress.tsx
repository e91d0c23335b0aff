import type { ClaimResponse } from '#api-schema/claims.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { stageOf } from './claim-stage.ts'
import { claimedAddress } from './signed-receipt.ts'

interface ChangeAddressProps {
  address: string
  claim: Pick<ClaimResponse, 'id' | 'status' | 'sending' | 'attention' | 'solAddr'>
  /** The Solana address in full, where this page has sent it. */
  sentTo?: string
  onChange(): void
}

/** Tells for which address a claim was made, in full where this browser knows it, and offers to change it until it is paid. */
export function ChangeAddress({ address, claim, sentTo, onChange }: ChangeAddressProps) {
  const { claim: words } = useTexts()
  const stage = stageOf(claim)
  if (stage === 'sent' || stage === 'sending') return null
  const known = sentTo !== undefined && shortenAddress(sentTo) === claim.solAddr ? sentTo : null
  return (
    <div className="space-y-2 border-t border-line pt-4">
      <p>
        {words.claimedFor}{' '}
        <span className="font-mono break-all">{known ?? claimedAddress(address, claim)}</span>
      </p>
      <Button onClick={onChange}>{stage === 'rejected' ? words.claimAgain : words.changeAddress}</Button>
    </div>
  )
}
