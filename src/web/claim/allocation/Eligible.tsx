import type { AllocationResponse } from '#api-schema/claims.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { AmountHero, arrivesNothing } from '#web/claim/AmountHero.tsx'
import { ClaimWindowNotice } from '#web/claim/ClaimWindowNotice.tsx'
import { useLanguage } from '#web/claim/language/Language.tsx'
import { NothingArrives } from '#web/claim/NothingArrives.tsx'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import { formatUtc } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EvmAddress } from './EvmAddress.tsx'

interface EligibleProps {
  address: string
  allocation: AllocationResponse
  portal: PortalResponse
  onProceed(amountUA: string): void
  onOtherWallet(): void
}

export function Eligible({ address, allocation, portal, onProceed, onOtherWallet }: EligibleProps) {
  const { locale, texts } = useLanguage()
  const { allocation: words } = texts
  const { amountUA, amountWei, updatedAt } = allocation
  const { payoutDecimals } = portal
  return (
    <Card className="space-y-6">
      <div className="flex items-center justify-between gap-4">
        <ScreenTitle>{words.heading}</ScreenTitle>
        <Badge tone="done" icon="check">
          {words.eligible}
        </Badge>
      </div>

      <div>
        <p className="text-muted">{words.amount}</p>
        <div className="min-h-15">
          <AmountHero amountUA={amountUA} unit={portal.tokenSymbol} decimals={payoutDecimals} />
        </div>
        <p className="mt-1 text-13 text-muted">
          {words.original} <Amount value={amountWei} unit="wei" />
        </p>
      </div>

      <EvmAddress address={address} />

      <ClaimWindowNotice portal={portal} />
      {payoutDecimals !== null && arrivesNothing(amountUA, payoutDecimals) && (
        <NothingArrives decimals={payoutDecimals} quiet={!portal.claimsOpen} />
      )}
      <div className="space-y-3">
        <Button
          variant="primary"
          size="large"
          className="w-full"
          disabled={!portal.claimsOpen}
          onClick={() => onProceed(amountUA)}
        >
          {words.proceed}
        </Button>
        <Button variant="quiet" className="w-full" onClick={onOtherWallet}>
          {words.otherWallet}
        </Button>
        {updatedAt !== null && (
          <p className="text-center text-13 text-muted">
            {words.updated} <span className="tabular-nums">{formatUtc(updatedAt, locale)}</span>
          </p>
        )}
      </div>
    </Card>
  )
}
