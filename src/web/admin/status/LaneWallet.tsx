import type { ReactNode } from 'react'
import type { SenderInState } from '#api-schema/portal-state.ts'
import { Sol } from '#web/admin/sending/Sol.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { formatClock } from './format-clock.ts'
import { isLess } from './is-less.ts'

interface LaneWalletProps {
  sender: SenderInState
  queued: number
  unit: string
}

/** The sending wallet's balances, and beside them what the queued claims need. */
export function LaneWallet({ sender: { wallet, need, run }, queued, unit }: LaneWalletProps) {
  if (!wallet) return null
  const needs = queued > 0 ? need : null
  // What is under way has left the wallet, and is queued still.
  const isIdle = !run?.running
  return (
    <span
      title={`The wallet as of ${formatClock(wallet.readAt)}`}
      className="order-1 flex flex-wrap gap-x-4 panel:order-none"
    >
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
