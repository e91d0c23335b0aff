import type { ClaimResponse } from '#api-schema/claims.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { ClaimAddress } from './ClaimAddress.tsx'
import { ClaimHead } from './ClaimHead.tsx'
import { ClaimProgress } from './ClaimProgress.tsx'
import { ClaimTimeline } from './ClaimTimeline.tsx'
import { stageOf } from './claim-stage.ts'
import { ProofActions } from './ProofActions.tsx'
import { ReceiptActions } from './ReceiptActions.tsx'
import { ReferenceId } from './ReferenceId.tsx'
import { useStageTitle } from './use-stage-title.ts'

interface ClaimStatusScreenProps {
  address: string
  claim: ClaimResponse
  portal: PortalResponse
  /** True when the last poll failed: the claim shown may be out of date. */
  stale: boolean
  onCorrect(): void
  onOtherWallet(): void
}

/** Shows a returning claimant the claim, on any device. */
export function ClaimStatusScreen(props: ClaimStatusScreenProps) {
  const { address, claim, portal, stale, onCorrect, onOtherWallet } = props
  const texts = useTexts()
  const { claim: words } = texts
  const stage = stageOf(claim)
  useStageTitle(words.headings[stage])
  return (
    <Card className="space-y-6">
      <ClaimHead
        title={words.headings[stage]}
        stage={stage}
        amountUA={claim.amountUA}
        unit={portal.tokenSymbol}
        decimals={portal.payoutDecimals}
      />
      <ClaimTimeline claim={claim} />
      <ClaimProgress claim={claim} portal={portal} stale={stale} />
      <Facts>
        <ReferenceId id={claim.id} />
      </Facts>
      <ClaimAddress address={address} claim={claim} claimsOpen={portal.claimsOpen} onChange={onCorrect} />
      <ReceiptActions address={address} claim={claim} />
      {portal.root !== null && <ProofActions address={address} />}
      <Button variant="quiet" size="small" className="-ms-3" onClick={onOtherWallet}>
        {texts.allocation.otherWallet}
      </Button>
    </Card>
  )
}
