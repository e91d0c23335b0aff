import { formatSol } from './format-sol.ts'

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
