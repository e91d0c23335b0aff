import { groupThousands } from '#web/ui/group-thousands.ts'

const DECIMALS = 6

/** SOL to 6 decimals. A fee is rounded up, never down, and "≈" says that it was rounded. */
export function formatSol(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const isExact = !/[1-9]/.test(fraction.slice(DECIMALS))
  const micro = BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0')) + (isExact ? 0n : 1n)
  const digits = micro.toString().padStart(DECIMALS + 1, '0')
  const text = `${groupThousands(digits.slice(0, -DECIMALS))}.${digits.slice(-DECIMALS)}`
  return isExact ? text : `≈ ${text}`
}
