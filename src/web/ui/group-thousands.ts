/**
 * Puts separators between the thousands of a decimal string, exactly, or of a count: no rounding, and no amounts as
 * numbers. Empty is 0.
 */
export function groupThousands(decimalOrCount: string | number): string {
  const [whole = '', fraction] = `${decimalOrCount}`.split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',') || '0'
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** "1 transaction", "1,200 transactions". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${groupThousands(count)} ${count === 1 ? one : many}`
}
