import { type AmountUA, sumAmounts } from '#domain/amounts.ts'

/** Adds decimals as the server writes them, exactly. */
export function addDecimals(decimals: readonly string[]): string {
  return sumAmounts(decimals as readonly AmountUA[])
}
