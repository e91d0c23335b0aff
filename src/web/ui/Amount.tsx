import { Fragment, useContext } from 'react'
import { amountGroups } from './amount-groups.ts'
import { classNames } from './class-names.ts'
import { formatDecimal } from './format-decimal.ts'
import { UiLanguageContext } from './ui-language.ts'

interface AmountProps {
  value: string
  unit?: string
  /** The class of the fraction and the unit, where they are not to be muted. */
  lighter?: string
}

/**
 * An exact amount with the locale's separators, its fraction and unit lighter. A line breaks between two groups of digits,
 * never inside one, and copying gives no spaces.
 */
export function Amount({ value, unit, lighter = 'text-muted' }: AmountProps) {
  const { locale } = useContext(UiLanguageContext)
  const { whole, fraction } = amountGroups(formatDecimal(value, locale), value.split('.')[1]?.length ?? 0)
  return (
    <span className="font-mono tabular-nums">
      <Groups of={whole} />
      {fraction.length > 0 && (
        <span className={classNames('font-normal', lighter)}>
          <wbr />
          <Groups of={fraction} spaced />
        </span>
      )}
      {unit && <span className={classNames('font-sans font-normal', lighter)}> {unit}</span>}
    </span>
  )
}

function Groups({ of, spaced = false }: { of: string[]; spaced?: boolean }) {
  return of.map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one amount never change places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span className={classNames('whitespace-nowrap', spaced && index < of.length - 1 && 'me-[0.15em]')}>
        {group}
      </span>
    </Fragment>
  ))
}
