import type { ClaimResponse } from '#api-schema/claims.ts'
import { AmountChanged } from '#web/claim/AmountChanged.tsx'
import { useLanguage } from '#web/claim/language/Language.tsx'
import type { SeenAllocation } from '#web/claim/queries.ts'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import { Amount, formatDecimal } from '#web/ui/Amount.tsx'

interface ClaimFormHeadProps {
  corrects: boolean
  allocation: SeenAllocation
  /** The claim that there is. */
  claim: ClaimResponse | null
  unit: string
}

/** Says what the form is for, and how much is claimed. */
export function ClaimFormHead({ corrects, allocation, claim, unit }: ClaimFormHeadProps) {
  const { locale, texts } = useLanguage()
  const { claim: claimWords, form: words } = texts
  const { amountUA, changedFrom } = allocation
  const write = (amount: string) => formatDecimal(amount, locale)
  const claimsOther = corrects && claim !== null && claim.amountUA !== amountUA
  return (
    <div className="space-y-3">
      <div className="space-y-1">
        <ScreenTitle>{corrects ? claimWords.changeAddress : words.heading}</ScreenTitle>
        <p className="text-muted">
          {words.amount}{' '}
          <span className="text-ink">
            <Amount value={amountUA} unit={unit} />
          </span>
        </p>
      </div>
      {claimsOther && <p className="text-15">{words.otherAmount(write(claim.amountUA), write(amountUA))}</p>}
      {changedFrom !== null && !claimsOther && <AmountChanged allocation={allocation} />}
    </div>
  )
}
