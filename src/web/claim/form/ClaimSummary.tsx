import { Arriving } from '#web/claim/AmountHero.tsx'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { GroupedAddress } from '#web/ui/GroupedAddress.tsx'

interface ClaimSummaryProps {
  amountUA: string
  unit: string
  decimals: number | null
  sol: string
}

/** The claim about to be signed, for comparing by eye: the amount, and the address in full. */
export function ClaimSummary({ amountUA, unit, decimals, sol }: ClaimSummaryProps) {
  const { lastLook, lastLookHelp } = useAllTexts().form
  return (
    <section
      aria-labelledby="last-look"
      className="space-y-3 rounded-control border border-accent bg-accent-soft p-4"
    >
      <h2 id="last-look" className="font-semibold">
        {lastLook}
      </h2>
      <div>
        <p className="text-22 font-semibold">
          <Amount value={amountUA} unit={unit} tight />
        </p>
        <Arriving amountUA={amountUA} unit={unit} decimals={decimals} />
      </div>
      <GroupedAddress address={sol} />
      <p className="text-13 text-muted">{lastLookHelp}</p>
    </section>
  )
}
