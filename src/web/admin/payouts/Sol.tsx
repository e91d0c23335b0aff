import { groupThousands } from '#web/ui/group-thousands.ts'

interface SolProps {
  amount: string
  /** Up for what is needed or spent, which is usual; down for what is there. */
  round?: 'up' | 'down'
  /** False in a column whose head names the unit. */
  hasUnit?: boolean
}

/** An amount of SOL to 6 decimals, exact on hover. */
export function Sol({ amount, round = 'up', hasUnit = true }: SolProps) {
  return (
    <span title={`${amount} SOL exactly`} className="font-mono whitespace-nowrap tabular-nums">
      {formatSol(amount, round)}
      {hasUnit && <span className="font-sans text-muted"> SOL</span>}
    </span>
  )
}

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
