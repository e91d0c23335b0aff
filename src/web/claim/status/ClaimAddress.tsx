import type { ClaimResponse } from '#api-schema/claims.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { GroupedAddress } from '#web/ui/GroupedAddress.tsx'
import { stageOf } from './claim-stage.ts'

interface ClaimAddressProps {
  /** In full where this browser knows it. */
  address: string
  claim: Pick<ClaimResponse, 'status' | 'sending' | 'attention' | 'solAddr' | 'correctable'>
  claimsOpen: boolean
  onChange(): void
}

/** Tells for which address a claim was made, and offers to change it while that can be done. */
export function ClaimAddress({ address, claim, claimsOpen, onChange }: ClaimAddressProps) {
  const { claim: words } = useAllTexts()
  const stage = stageOf(claim)
  const isOnItsWay = stage === 'sending' || stage === 'sent'
  const isRejected = stage === 'rejected'
  const isTaken = !claim.correctable
  const reasons = isRejected ? words.noClaimAgain : words.noChange
  return (
    <div className="space-y-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p>
          <span className="text-muted">{isOnItsWay ? words.toAddress : words.claimedFor}</span>{' '}
          {address === claim.solAddr && <span className="font-mono whitespace-nowrap">{address}</span>}
        </p>
        {stage !== 'sent' && !isRejected && !isTaken && claimsOpen && (
          <Button size="small" variant="quiet" className="-mx-3 forced-colors:mx-0" onClick={onChange}>
            {words.changeAddress}
          </Button>
        )}
      </div>
      {address !== claim.solAddr && <GroupedAddress address={address} />}
      {isRejected && !isTaken && claimsOpen && (
        <Button variant="primary" size="large" className="mt-2 w-full" onClick={onChange}>
          {words.claimAgain}
        </Button>
      )}
      {stage !== 'sent' && (isTaken || !claimsOpen) && (
        <p className="text-13 text-muted">{isTaken ? reasons.taken : reasons.notOpen}</p>
      )}
    </div>
  )
}
