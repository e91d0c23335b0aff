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
  /** Large: the separators take less than a digit's width. */
  tight?: boolean
}

/**
 * An exact amount with the locale's separators, its fraction and unit lighter. A line breaks between two groups of digits,
 * never inside one, and copying gives no spaces.
 */
export function Amount({ value, unit, lighter = 'text-muted', tight = false }: AmountProps) {
  const { locale } = useContext(UiLanguageContext)
  const { whole, fraction } = amountGroups(formatDecimal(value, locale), value.split('.')[1]?.length ?? 0)
  return (
    <span className="font-mono tabular-nums">
      <Groups of={whole} tight={tight} />
      {fraction.length > 0 && (
        <span className={classNames('font-normal', lighter)}>
          <wbr />
          <Groups of={fraction} spaced tight={tight} />
        </span>
      )}
      {unit && <span className={classNames('font-sans font-normal', lighter)}> {unit}</span>}
    </span>
  )
}

interface GroupsProps {
  of: string[]
  spaced?: boolean
  tight: boolean
}

function Groups({ of, spaced = false, tight }: GroupsProps) {
  return of.map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one amount never change places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span className={classNames('whitespace-nowrap', spaced && index < of.length - 1 && 'me-[0.15em]')}>
        {tight ? <Tight text={group} /> : group}
      </span>
    </Fragment>
  ))
}

/** A group of digits, with the separator before or after it drawn close. */
function Tight({ text }: { text: string }) {
  return text.split(/(\d+)/).map(
    (part) =>
      part !== '' &&
      (/\d/.test(part) ? (
        part
      ) : (
        <span key={part} className="-mx-[0.14em]">
          {part}
        </span>
      )),
  )
}
