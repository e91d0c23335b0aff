import type { ClaimResponse } from '#api-schema/claims.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { useLanguage } from '#web/claim/language/Language.tsx'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import { formatUtc } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { ChangeAddress } from './ChangeAddress.tsx'
import { ClaimProgress } from './ClaimProgress.tsx'
import { stageOf } from './claim-stage.ts'
import { ReceiptActions } from './ReceiptActions.tsx'
import { ReferenceId } from './ReferenceId.tsx'
import { StageBadge } from './StageBadge.tsx'

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
  const { locale, texts } = useLanguage()
  const { claim: words } = texts
  const stage = stageOf(claim)
  return (
    <Card className="space-y-6">
      <ScreenTitle>{words.headings[stage]}</ScreenTitle>
      <Facts>
        <Fact name={words.status}>
          <StageBadge stage={stage} />
        </Fact>
        <Fact name={words.amount}>
          <Amount value={claim.amountUA} unit={portal.tokenSymbol} />
        </Fact>
        <Fact name={words.solanaAddress}>
          <span className="font-mono">{claim.solAddr}</span>
        </Fact>
        <Fact name={words.submittedAt}>
          <span className="tabular-nums">{formatUtc(claim.submittedAt, locale)}</span>
        </Fact>
        <ReferenceId id={claim.id} />
      </Facts>
      <ClaimProgress claim={claim} channelUrl={portal.channelUrl} stale={stale} />
      <ChangeAddress address={address} claim={claim} onChange={onCorrect} />
      <ReceiptActions address={address} claim={claim} />
      <Button variant="quiet" size="small" className="-ml-3" onClick={onOtherWallet}>
        {texts.allocation.otherWallet}
      </Button>
    </Card>
  )
}
