import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClaimResponse } from '#api-schema/claims.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { SOLANA_ADDRESS_SHAPE } from '#domain/solana-address-shape.ts'
import { destinationQuery } from '#web/claim/form/destination-query.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { ClaimAddress } from './ClaimAddress.tsx'
import { ClaimHead } from './ClaimHead.tsx'
import { ClaimProgress } from './ClaimProgress.tsx'
import { ClaimTimeline } from './ClaimTimeline.tsx'
import { stageOf } from './claim-stage.ts'
import { ProofActions } from './ProofActions.tsx'
import { ReceiptActions } from './ReceiptActions.tsx'
import { claimedAddress, readReceipt } from './signed-receipt.ts'
import { useStageTitle } from './use-stage-title.ts'

export interface ClaimCardProps {
  address: string
  claim: Omit<ClaimResponse, 'correctedAt'>
  portal: PortalResponse
  /** True when the last poll failed: the claim shown may be out of date. */
  stale: boolean
  /** In place of the heading of its stage. */
  title?: string | undefined
  /** The Solana address in full, where this page has sent it. */
  sentTo?: string
  onCorrect(): void
  onOtherWallet(): void
}

/** A claim as its claimant keeps it: how much, where to, how far. What experts want is folded. */
export function ClaimCard(props: ClaimCardProps) {
  const { address, claim, portal, stale, title, sentTo, onCorrect, onOtherWallet } = props
  const { claim: words } = useAllTexts()
  const stage = stageOf(claim)
  useStageTitle(words.headings[stage])
  const isAsSent = sentTo !== undefined && shortenAddress(sentTo) === claim.solAddr
  const solAddress = isAsSent ? sentTo : claimedAddress(address, claim)
  const destination = useQuery({
    ...destinationQuery(solAddress),
    enabled: stage !== 'rejected' && SOLANA_ADDRESS_SHAPE.test(solAddress),
  })
  // Folded, it would be laid out as narrow as its line.
  const [isUnfolded, setUnfolded] = useState(false)
  const hasMore = portal.root !== null || readReceipt(address, claim) !== null
  return (
    <Card className="space-y-3">
      <ClaimHead
        title={title ?? words.headings[stage]}
        stage={stage}
        id={claim.id}
        amountUA={claim.amountUA}
        unit={portal.tokenSymbol}
        decimals={portal.payoutDecimals}
      />
      <ClaimProgress claim={claim} portal={portal} stale={stale}>
        <ClaimAddress
          address={solAddress}
          claim={claim}
          claimsOpen={portal.claimsOpen}
          onChange={onCorrect}
        />
        {destination.data?.holdsSol === false && <p className="text-13 text-muted">{words.noSol}</p>}
      </ClaimProgress>
      <ClaimTimeline claim={claim} />
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        {hasMore && (
          <Fold summary={words.receiptAndProof} quiet onUnfold={() => setUnfolded(true)}>
            {isUnfolded && (
              <div className="space-y-4">
                <ReceiptActions address={address} claim={claim} />
                {portal.root !== null && <ProofActions address={address} />}
              </div>
            )}
          </Fold>
        )}
        <Button size="small" className="ms-auto" onClick={onOtherWallet}>
          {words.another}
        </Button>
      </div>
    </Card>
  )
}
