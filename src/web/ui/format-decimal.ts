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
