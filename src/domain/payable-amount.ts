/**
 * Computes what arrives of an amount in whole tokens, as a decimal string: what lies beyond the token's decimals is cut off,
 * never rounded. "0" where nothing is left.
 */
export function payableAmount(amountUA: string, decimals: number): string {
  const [whole = '0', fraction = ''] = amountUA.split('.')
  const kept = fraction.slice(0, decimals).replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}
