import { formatSol } from './format-sol.ts'

/** An amount of SOL to 6 decimals, exact on hover. */
export function Sol({ amount }: { amount: string }) {
  return (
    <span title={`${amount} SOL exactly`} className="font-mono tabular-nums">
      {formatSol(amount)} <span className="font-sans text-muted">SOL</span>
    </span>
  )
}
