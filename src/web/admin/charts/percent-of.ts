/** Formats a share, "12.3%": never 0% of more than nothing, nor 100% of less than all. */
export function percentOf(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0%'
  if (part === whole) return '100%'
  const percent = (part / whole) * 100
  if (percent < 0.1) return '< 0.1%'
  return percent > 99.9 ? '> 99.9%' : `${percent.toFixed(1)}%`
}
