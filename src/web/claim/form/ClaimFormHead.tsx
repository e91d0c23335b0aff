import { useTexts } from '#web/claim/language/Language.tsx'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import { Amount } from '#web/ui/Amount.tsx'

interface ClaimFormHeadProps {
  corrects: boolean
  amountUA: string
  unit: string
}

/** Says what the form is for, and how much is claimed. */
export function ClaimFormHead({ corrects, amountUA, unit }: ClaimFormHeadProps) {
  const { claim, form: words } = useTexts()
  return (
    <div className="space-y-1">
      <ScreenTitle>{corrects ? claim.changeAddress : words.heading}</ScreenTitle>
      <p className="text-muted">
        {words.amount}{' '}
        <span className="text-ink">
          <Amount value={amountUA} unit={unit} />
        </span>
      </p>
    </div>
  )
}
