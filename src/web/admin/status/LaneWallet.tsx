import type { ReactNode } from 'react'
import type { SenderInState } from '#api-schema/portal-state.ts'
import { Sol } from '#web/admin/payouts/Sol.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { formatClock } from './AsOf.tsx'

interface LaneWalletProps {
  sender: SenderInState
  unit: string
  /** The moment that the state holds for, in epoch seconds. */
  asOf: number
}

/** So much older than the state a balance may be without its own moment. */
const SAME_MOMENT_SECONDS = 5

/** The sending wallet's balances, and beside them what a start would pay of the queued claims. */
export function LaneWallet({
  sender: { wallet, walletUnknownSince, need, run },
  unit,
  asOf,
}: LaneWalletProps) {
  if (walletUnknownSince !== null) {
    return (
      <span className="order-1 text-warn panel:order-none">
        <Icon name="warning" className="mr-1 inline size-3" />
        Balance not known since {formatClock(walletUnknownSince)}
      </span>
    )
  }
  if (!wallet) return null
  const needs = need && need.count > 0 ? need : null
  // What is under way has left the wallet, and is queued still.
  const isIdle = !run?.running
  return (
    <span className="order-1 flex flex-wrap gap-x-4 panel:order-none">
      {asOf - wallet.readAt > SAME_MOMENT_SECONDS && (
        <span className="text-muted tabular-nums">Wallet {formatClock(wallet.readAt)}</span>
      )}
      <Balance isShort={isIdle && needs?.sol != null && isLess(wallet.sol, needs.sol)}>
        <Sol amount={wallet.sol} round="down" />
        {needs?.sol != null && (
          <span className="text-muted">
            {' '}
            / up to <Sol amount={needs.sol} /> needed
          </span>
        )}
      </Balance>
      <Balance isShort={isIdle && needs !== null && isLess(wallet.token, needs.token)}>
        <Amount value={wallet.token} unit={unit} />
        {needs && (
          <span className="text-muted">
            {' '}
            / <Amount value={needs.token} /> needed
          </span>
        )}
      </Balance>
    </span>
  )
}

/** A balance that may not suffice is marked by more than its colour. */
function Balance({ isShort, children }: { isShort: boolean; children: ReactNode }) {
  return (
    <span className={isShort ? 'text-warn' : ''}>
      {isShort && <Icon name="warning" className="mr-1 inline size-3" />}
      {children}
    </span>
  )
}

/** Compares two plain decimals. */
function isLess(a: string, b: string): boolean {
  const decimals = Math.max(decimalsOf(a), decimalsOf(b))
  return scaled(a, decimals) < scaled(b, decimals)
}

const decimalsOf = (decimal: string) => decimal.split('.')[1]?.length ?? 0

function scaled(decimal: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
