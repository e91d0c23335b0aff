import type { ClaimResponse } from '#api-schema/claims.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { GroupedAddress } from '#web/ui/GroupedAddress.tsx'
import { stageOf } from './claim-stage.ts'
import { claimedAddress } from './signed-receipt.ts'

interface ClaimAddressProps {
  address: string
  claim: Pick<ClaimResponse, 'id' | 'status' | 'sending' | 'attention' | 'solAddr' | 'correctable'>
  claimsOpen: boolean
  /** The Solana address in full, where this page has sent it. */
  sentTo?: string
  onChange(): void
}

/** Tells for which address a claim was made, in full where this browser knows it, and offers to change it while that can be done. */
export function ClaimAddress({ address, claim, claimsOpen, sentTo, onChange }: ClaimAddressProps) {
  const { claim: words } = useTexts()
  const stage = stageOf(claim)
  const isAsSent = sentTo !== undefined && shortenAddress(sentTo) === claim.solAddr
  const known = isAsSent ? sentTo : claimedAddress(address, claim)
  const isOnItsWay = stage === 'sending' || stage === 'sent'
  const label = isOnItsWay ? words.toAddress : words.claimedFor
  return (
    <div className="space-y-3 border-t border-line pt-4">
      {known === claim.solAddr ? (
        <p>
          <span className="text-muted">{label}</span>{' '}
          <span className="font-mono whitespace-nowrap">{known}</span>
        </p>
      ) : (
        <div>
          <span className="block text-muted">{label}</span> <GroupedAddress address={known} />
        </div>
      )}
      {stage !== 'sent' && (
        <Change
          isRejected={stage === 'rejected'}
          isTaken={!claim.correctable}
          claimsOpen={claimsOpen}
          onChange={onChange}
        />
      )}
    </div>
  )
}

interface ChangeProps {
  isRejected: boolean
  isTaken: boolean
  claimsOpen: boolean
  onChange(): void
}

/** Says why the claim can not be changed just now, where it can not. */
function Change({ isRejected, isTaken, claimsOpen, onChange }: ChangeProps) {
  const { claim: words } = useTexts()
  const reasons = isRejected ? words.noClaimAgain : words.noChange
  if (isTaken || !claimsOpen) {
    return <p className="text-13 text-muted">{isTaken ? reasons.taken : reasons.notOpen}</p>
  }
  return <Button onClick={onChange}>{isRejected ? words.claimAgain : words.changeAddress}</Button>
}
