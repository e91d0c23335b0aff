import { formatDecimal } from '#web/ui/Amount.tsx'
import { fill } from '#web/ui/fill.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { useLanguage } from './language/Language.tsx'
import type { SeenAllocation } from './queries.ts'

/** Says that the amount is another one than this visit has seen before. */
export function AmountChanged({ allocation: { amountUA, changedFrom } }: { allocation: SeenAllocation }) {
  const { locale, texts } = useLanguage()
  const write = (amount: string) => formatDecimal(amount, locale)
  return (
    changedFrom !== null && (
      <Notice>
        <p role="status">
          {fill(texts.allocation.changed, { was: write(changedFrom), is: write(amountUA) })}
        </p>
      </Notice>
    )
  )
}
