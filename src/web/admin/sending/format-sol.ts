import { groupThousands } from '#web/ui/group-thousands.ts'

const DECIMALS = 6

/** SOL to 6 decimals, and "≈" where it was rounded: what is needed never down, what is there never up. */
export function formatSol(decimal: string, round: 'up' | 'down' = 'up'): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const isExact = !/[1-9]/.test(fraction.slice(DECIMALS))
  const micro =
    BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0')) +
    (isExact || round === 'down' ? 0n : 1n)
  const digits = micro.toString().padStart(DECIMALS + 1, '0')
  const text = `${groupThousands(digits.slice(0, -DECIMALS))}.${digits.slice(-DECIMALS)}`
  return isExact ? text : `≈ ${text}`
}
