import { type ReactNode, useId, useRef } from 'react'
import type { SenderInState } from '#api-schema/portal-state.ts'
import { isLess } from '#domain/amounts.ts'
import { Sol } from '#web/admin/payouts/Sol.tsx'
import { AmountFact, Fact, Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { formatClock, SAME_MOMENT_SECONDS } from './AsOf.tsx'

interface WalletBalancesProps {
  sender: SenderInState
  unit: string
  /** The moment that the state holds for, in epoch seconds. */
  asOf: number
}

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
          {short.length > 0 ? `Too little ${short.map(({ what }) => what).join(' and ')}` : 'Wallet'}
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
        <AmountFact name={TOKENS[wallet.tokenLimit]} value={wallet.token} unit={unit} />
        {need && <AmountFact name="Tokens needed" value={need.token} unit={unit} />}
      </Facts>
    </Popover>
  )
}

const TOKENS: Record<TokenLimit, string> = {
  wallet: 'Tokens in the wallet',
  treasury: 'Tokens in the treasury',
  allowance: 'Tokens that the treasury allows',
}

type TokenLimit = NonNullable<SenderInState['wallet']>['tokenLimit']

/** Something of which there is too little, and where. */
interface Lack {
  what: string
  of: TokenLimit
}

/** Names what a wallet that pays nothing just now has too little of for what a start would pay: what is under way has left it, and is queued still. */
export function shortagesOf({ wallet, need, run }: SenderInState, unit: string): Lack[] {
  if (!wallet || !need || need.count === 0 || run?.running) return []
  return [
    ...(need.sol !== null && isLess(wallet.sol, need.sol) ? [{ what: 'SOL', of: 'wallet' as const }] : []),
    ...(isLess(wallet.token, need.token) ? [{ what: unit || 'tokens', of: wallet.tokenLimit }] : []),
  ]
}

interface PopoverProps {
  /** The button that opens it. */
  button: ReactNode
  buttonClass: string
  children: ReactNode
}

/** What is shown below a button once it is pressed, in the top layer, so that nothing clips it. */
function Popover({ button, buttonClass, children }: PopoverProps) {
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const shown = useRef<HTMLDivElement>(null)

  function place() {
    const rect = anchor.current?.getBoundingClientRect()
    if (!shown.current || !rect) return
    shown.current.style.top = `${rect.bottom + 4}px`
    shown.current.style.left = `${Math.max(8, rect.right - shown.current.offsetWidth)}px`
  }

  return (
    <>
      <button type="button" ref={anchor} popoverTarget={id} className={buttonClass}>
        {button}
      </button>
      <div
        ref={shown}
        id={id}
        popover="auto"
        onToggle={place}
        className="m-0 max-w-[calc(100vw-16px)] rounded-control border border-line bg-card p-4 text-13 whitespace-normal text-ink shadow-lg"
      >
        {children}
      </div>
    </>
  )
}
