import { useTexts } from '#web/claim/language/Language.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { GroupedAddress } from '#web/ui/GroupedAddress.tsx'

/** The claim about to be signed, for comparing by eye: the amount, and the address in full. */
export function ClaimSummary({ amountUA, unit, sol }: { amountUA: string; unit: string; sol: string }) {
  const { lastLook, lastLookHelp } = useTexts().form
  return (
    <section
      aria-labelledby="last-look"
      className="space-y-2 rounded-control border border-accent bg-accent-soft p-4"
    >
      <h2 id="last-look" className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
        {lastLook}
        <span className="text-15">
          <Amount value={amountUA} unit={unit} />
        </span>
      </h2>
      <GroupedAddress address={sol} />
      <p className="text-13 text-muted">{lastLookHelp}</p>
    </section>
  )
}
