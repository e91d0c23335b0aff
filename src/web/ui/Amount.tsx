import { useContext } from 'react'
import { formatDecimal } from './format-decimal.ts'
import { UiLanguageContext } from './ui-language.ts'

/** An exact amount with the locale's separators, its unit beside it in a lighter weight. */
export function Amount({ value, unit }: { value: string; unit?: string }) {
  const { locale } = useContext(UiLanguageContext)
  return (
    <span className="font-mono tabular-nums [overflow-wrap:anywhere]">
      {formatDecimal(value, locale)}
      {unit && <span className="font-sans font-normal text-muted"> {unit}</span>}
    </span>
  )
}
