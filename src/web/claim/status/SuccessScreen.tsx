import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PortalResponse } from '#api-schema/portal.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import { claimQuery } from '#web/claim/queries.ts'
import type { Receipt } from '#web/claim/wizard-state.ts'
import { serverNow } from '#web/lib/server-clock.ts'
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

/** The state of a claim right after it was accepted. */
const JUST_TAKEN = {
  status: 'queued',
  sending: false,
  solTx: null,
  cluster: null,
  reason: null,
  inRunAt: null,
  onChainAt: null,
  settledAt: null,
  attention: null,
  correctable: true,
} as const

interface SuccessScreenProps {
  address: string
  receipt: Receipt
  portal: PortalResponse
  onCorrect(): void
}

/** The last screen. It goes on polling the claim until the tokens have arrived. */
export function SuccessScreen({ address, receipt, portal, onCorrect }: SuccessScreenProps) {
  const { claim: words } = useTexts()
  const followed = useQuery(claimQuery(address))
  const { id, amountUA, solAddress } = receipt
  // Until the portal has told its own time.
  const [takenAt] = useState(() => Math.floor(serverNow() / 1000))
  const claim = followed.data ?? {
    ...JUST_TAKEN,
    submittedAt: takenAt,
    id,
    solAddr: shortenAddress(solAddress),
  }
  const stage = stageOf(claim)
  useStageTitle(words.headings[stage])
  return (
    <Card className="space-y-6">
      <ClaimHead
        title={stage === 'rejected' ? words.headings.rejected : words.submitted}
        stage={stage}
        amountUA={amountUA}
        unit={portal.tokenSymbol}
        decimals={portal.payoutDecimals}
      />
      <ClaimTimeline claim={claim} />
      <ClaimProgress claim={claim} portal={portal} stale={followed.isError} />
      <Facts>
        <ReferenceId id={id} />
      </Facts>
      <ClaimAddress
        address={address}
        claim={claim}
        claimsOpen={portal.claimsOpen}
        sentTo={solAddress}
        onChange={onCorrect}
      />
      <ReceiptActions address={address} claim={claim} />
      {portal.root !== null && <ProofActions address={address} />}
    </Card>
  )
}
