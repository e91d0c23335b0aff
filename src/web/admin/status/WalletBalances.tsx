import type { SenderInState } from '#api-schema/portal-state.ts'
import { Popover } from '#web/admin/Popover.tsx'
import { Sol } from '#web/admin/payouts/Sol.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { formatClock } from './AsOf.tsx'

interface WalletBalancesProps {
  sender: SenderInState
  unit: string
  /** The moment that the state holds for, in epoch seconds. */
  asOf: number
}

/** So much older than the state a balance may be without its own moment. */
const SAME_MOMENT_SECONDS = 5

/** The sending wallet: a word in the line, which names what is missing, and the balances behind it. */
export function WalletBalances({ sender, unit, asOf }: WalletBalancesProps) {
  const { wallet, walletUnknownSince, need } = sender
  if (walletUnknownSince !== null) {
    return (
      <span className="hidden text-warn panel:inline">
        <Icon name="warning" className="mr-1 inline size-3" />
        Balance not known since {formatClock(walletUnknownSince)}
      </span>
    )
  }
  if (!wallet) return null
  const short = shortagesOf(sender, unit)
  return (
    <Popover
      buttonClass={`hidden font-semibold underline-offset-4 hover:underline panel:inline ${short.length > 0 ? 'text-error' : ''}`}
      button={
        <>
          {short.length > 0 && <Icon name="warning" className="mr-1 inline size-3" />}
          {short.length > 0 ? `Too little ${short.join(' and ')}` : 'Wallet'}
        </>
      }
    >
      <Facts>
        {asOf - wallet.readAt > SAME_MOMENT_SECONDS && (
          <Fact name="Read at">
            <span className="tabular-nums">{formatClock(wallet.readAt)}</span>
          </Fact>
        )}
        <Fact name="SOL in the wallet">
          <Sol amount={wallet.sol} round="down" />
        </Fact>
        <Fact name="Tokens in the wallet">
          <Amount value={wallet.token} unit={unit} />
        </Fact>
        {need && (
          <Fact name="Tokens needed">
            <Amount value={need.token} unit={unit} />
          </Fact>
        )}
      </Facts>
    </Popover>
  )
}

/** Names what a wallet that pays nothing just now has too little of for what a start would pay: what is under way has left it, and is queued still. */
export function shortagesOf({ wallet, need, run }: SenderInState, unit: string): string[] {
  if (!wallet || !need || need.count === 0 || run?.running) return []
  return [
    ...(need.sol !== null && isLess(wallet.sol, need.sol) ? ['SOL'] : []),
    ...(isLess(wallet.token, need.token) ? [unit || 'tokens'] : []),
  ]
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
