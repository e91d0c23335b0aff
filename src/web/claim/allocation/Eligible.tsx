import type { PortalResponse } from '#api-schema/portal.ts'
import { AmountChanged } from '#web/claim/AmountChanged.tsx'
import { AmountHero, arrivesNothing } from '#web/claim/AmountHero.tsx'
import { ClaimWindowNotice } from '#web/claim/ClaimWindowNotice.tsx'
import { isOnWrongNetwork, NetworkSelector } from '#web/claim/connect/NetworkSelector.tsx'
import { useLanguage } from '#web/claim/language/Language.tsx'
import { NothingArrives } from '#web/claim/NothingArrives.tsx'
import type { SeenAllocation } from '#web/claim/queries.ts'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import { formatUtcMinute } from '#web/lib/format-time.ts'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { EvmAddress } from './EvmAddress.tsx'

interface EligibleProps {
  address: string
  allocation: SeenAllocation
  portal: PortalResponse
  session: WalletSession
  /** There was a claim, and there is none any more. */
  isGone: boolean
  onProceed(): void
  onOtherWallet(): void
}

export function Eligible(props: EligibleProps) {
  const { address, allocation, portal, session, isGone, onProceed, onOtherWallet } = props
  const { locale, texts } = useLanguage()
  const { allocation: words } = texts
  const { amountUA, amountWei, updatedAt } = allocation
  const { payoutDecimals } = portal
  const isNothing = arrivesNothing(amountUA, payoutDecimals)
  return (
    <Card className="space-y-5">
      <div className="flex items-center justify-between gap-4">
        <ScreenTitle>{words.heading}</ScreenTitle>
        {!isNothing && (
          <Badge tone="done" icon="check">
            {words.eligible}
          </Badge>
        )}
      </div>

      {isGone && (
        <Notice title={words.claimGone}>
          <p role="status">{words.claimGoneHelp}</p>
        </Notice>
      )}
      <AmountChanged allocation={allocation} />
      <div>
        <p className="text-muted">{words.amount}</p>
        <div className="min-h-15">
          <AmountHero amountUA={amountUA} unit={portal.tokenSymbol} decimals={payoutDecimals} />
        </div>
      </div>

      <EvmAddress address={address} amountWei={amountWei} />

      <ClaimWindowNotice portal={portal} />
      {isOnWrongNetwork(portal.networks, session.chainId) && (
        <NetworkSelector networks={portal.networks} session={session} quiet={!portal.claimsOpen} />
      )}
      {payoutDecimals !== null && isNothing && (
        <NothingArrives decimals={payoutDecimals} quiet={!portal.claimsOpen} />
      )}
      <div className="space-y-3">
        {!isNothing && (
          <Button
            variant="primary"
            size="large"
            className="w-full"
            disabled={!portal.claimsOpen}
            onClick={onProceed}
          >
            {words.proceed}
          </Button>
        )}
        <Button variant="quiet" className="w-full" onClick={onOtherWallet}>
          {words.otherWallet}
        </Button>
        {updatedAt !== null && (
          <p className="text-center text-13 text-muted">
            {words.updated} <span className="tabular-nums">{formatUtcMinute(updatedAt, locale)}</span>
          </p>
        )}
      </div>
    </Card>
  )
}
