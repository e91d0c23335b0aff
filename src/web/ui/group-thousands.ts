/** Puts separators between the thousands of a decimal string, exactly as it stands: no rounding, no numbers. Empty is 0. */
export function groupThousands(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',') || '0'
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
