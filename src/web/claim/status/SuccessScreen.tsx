import { useQuery } from '@tanstack/react-query'
import type { PortalResponse } from '#api-schema/portal.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import { claimQuery } from '#web/claim/queries.ts'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import type { Receipt } from '#web/claim/wizard-state.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { GroupedAddress } from '#web/ui/GroupedAddress.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ChangeAddress } from './ChangeAddress.tsx'
import { ClaimProgress } from './ClaimProgress.tsx'
import { stageOf } from './claim-stage.ts'
import { ReceiptActions } from './ReceiptActions.tsx'
import { ReferenceId } from './ReferenceId.tsx'
import { StageBadge } from './StageBadge.tsx'

/** The state of a claim right after it was accepted. */
const JUST_TAKEN = { status: 'queued', sending: false, solTx: null, cluster: null, reason: null } as const

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
  const shortened = shortenAddress(solAddress)
  const claim = followed.data ?? { ...JUST_TAKEN, id, solAddr: shortened }
  const stage = stageOf(claim)
  // It may be corrected in another browser meanwhile.
  const isAsSent = claim.solAddr === shortened
  return (
    <Card className="space-y-6">
      <div className="flex items-start gap-3">
        {stage !== 'rejected' && (
          <span className="mt-1 grid size-6 shrink-0 place-items-center rounded-full bg-done-soft text-done">
            <Icon name="check" />
          </span>
        )}
        <ScreenTitle>{stage === 'rejected' ? words.headings.rejected : words.submitted}</ScreenTitle>
      </div>

      <Facts>
        <ReferenceId id={id} />
        <Fact name={words.amount}>
          <Amount value={amountUA} unit={portal.tokenSymbol} />
        </Fact>
        <Fact name={words.status}>
          <StageBadge stage={stage} />
        </Fact>
      </Facts>

      <div>
        <p className="text-muted">{words.toAddress}</p>
        {isAsSent ? (
          <GroupedAddress address={solAddress} />
        ) : (
          <span className="font-mono">{claim.solAddr}</span>
        )}
      </div>

      <ClaimProgress claim={claim} channelUrl={portal.channelUrl} stale={followed.isError} />
      <ChangeAddress address={address} claim={claim} sentTo={solAddress} onChange={onCorrect} />
      <ReceiptActions address={address} claim={claim} />
    </Card>
  )
}
