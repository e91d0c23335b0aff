import { Fragment, useContext } from 'react'
import { classNames } from './basics.tsx'
import { UiLanguageContext } from './ui-language.ts'

export interface AmountProps {
  value: string
  unit?: string
  /** The class of the fraction and the unit, where they are not to be muted. */
  lighter?: string
  /** Large: the separators take less than a digit's width. */
  tight?: boolean
}

/**
 * An exact amount with the locale's separators, its fraction and unit lighter. A line breaks before the fraction or the unit, and between
 * two groups of digits where there are many. Copying gives no spaces.
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
      {unit && (
        <span className={classNames('font-sans font-normal', lighter)}>
          {' '}
          <span className="inline-block">{unit}</span>
        </span>
      )}
    </span>
  )
}

/** As many groups of digits fit a line on every screen. */
const UNBROKEN_GROUPS = 3

interface GroupsProps {
  of: string[]
  spaced?: boolean
  tight: boolean
}

function Groups({ of, spaced = false, tight }: GroupsProps) {
  return of.map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one amount never change places
    <Fragment key={index}>
      {index > 0 && of.length > UNBROKEN_GROUPS && <wbr />}
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

/**
 * Takes a formatted amount ("1,234.5678") apart into groups of three digits, each with the separator that belongs to it: a line may break
 * between them.
 */
export function amountGroups(written: string, fractionLength: number) {
  const end = fractionLength === 0 ? written.length : written.length - fractionLength - 1
  const [first = '', ...rest] = written.slice(end).match(/^.\d{1,3}|\d{1,3}/g) ?? []
  return {
    /** "1,", "234,", "567" */
    whole: written.slice(0, end).match(/\d+\D*/g) ?? [],
    /** ".123", "456", "7"; none for a whole number. */
    fraction: fractionLength === 0 ? [] : [first, ...rest],
  }
}

const formats = new Map<string, Intl.NumberFormat>()

/** Writes a decimal string with a locale's separators, exactly: no rounding, no number in between. Empty is 0. */
export function formatDecimal(decimal: string, locale: string): string {
  const [whole = '', fraction] = decimal.split('.')
  const format = formatOf(locale)
  const grouped = format.format(BigInt(whole || '0'))
  if (fraction === undefined) return grouped
  const point = format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  return `${grouped}${point}${fraction}`
}

function formatOf(locale: string): Intl.NumberFormat {
  const known = formats.get(locale)
  if (known) return known
  const made = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
  formats.set(locale, made)
  return made
}
