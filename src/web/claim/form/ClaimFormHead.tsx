import type { ClaimResponse } from '#api-schema/claims.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { AmountChanged } from '#web/claim/AmountChanged.tsx'
import { Arriving } from '#web/claim/AmountHero.tsx'
import { useAllTexts, useLanguage } from '#web/claim/language/Language.tsx'
import type { SeenAllocation } from '#web/claim/queries.ts'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import { claimedAddress } from '#web/claim/status/signed-receipt.ts'
import { Amount, formatDecimal } from '#web/ui/Amount.tsx'
import { fill } from '#web/ui/fill.ts'

interface ClaimFormHeadProps {
  corrects: boolean
  allocation: SeenAllocation
  /** The claim that there is. */
  claim: ClaimResponse | null
  portal: Pick<PortalResponse, 'tokenSymbol' | 'payoutDecimals'>
}

/** Says what the form is for, and how much is claimed. */
export function ClaimFormHead({ corrects, allocation, claim, portal }: ClaimFormHeadProps) {
  const { locale } = useLanguage()
  const { claim: claimWords, form: words } = useAllTexts()
  const { amountUA } = allocation
  const { tokenSymbol: unit, payoutDecimals: decimals } = portal
  const replaced = corrects ? claim : null
  const write = (amount: string) => formatDecimal(amount, locale)
  const title = replaced?.status === 'rejected' ? claimWords.claimAgain : claimWords.changeAddress
  return (
    <div className="space-y-3">
      <div className="space-y-1">
        <ScreenTitle>{corrects ? title : words.heading}</ScreenTitle>
        <p className="text-muted">
          {words.amount}{' '}
          <span className="font-semibold text-ink">
            <Amount value={amountUA} unit={unit} />
          </span>
        </p>
        <Arriving amountUA={amountUA} unit={unit} decimals={decimals} />
        {replaced?.status === 'queued' && (
          <p className="text-muted [overflow-wrap:anywhere]">
            {fill(claimWords.presentAddress, { address: claimedAddress(allocation.eth, replaced) })}
          </p>
        )}
      </div>
      {replaced !== null && replaced.amountUA !== amountUA ? (
        <p>{fill(words.otherAmount, { was: write(replaced.amountUA), is: write(amountUA) })}</p>
      ) : (
        <AmountChanged allocation={allocation} />
      )}
    </div>
  )
}
