/** Compares two plain decimals. */
export function isLess(a: string, b: string): boolean {
  const decimals = Math.max(decimalsOf(a), decimalsOf(b))
  return scaled(a, decimals) < scaled(b, decimals)
}

const decimalsOf = (decimal: string) => decimal.split('.')[1]?.length ?? 0

function scaled(decimal: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
