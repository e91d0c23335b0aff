import { formatDecimal } from '#web/ui/Amount.tsx'
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
        <p role="status">{texts.allocation.changed(write(changedFrom), write(amountUA))}</p>
      </Notice>
    )
  )
}
