/** Amounts as holder lists have them: many alike, many with a fraction, a few large. */
const AMOUNTS = ['400', '5988.626491', '0.75', '12500', '88.000000000123456789', '1024.5', '3', '250000.01']

export function sampleAmount(index: number): string {
  return AMOUNTS[index % AMOUNTS.length] ?? '1'
}
