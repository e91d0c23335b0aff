import { type ReactNode, useId, useRef } from 'react'
import type { RunInState, SenderInState } from '#api-schema/portal-state.ts'
import { isLess } from '#domain/amounts.ts'
import type { SenderKind } from '#domain/sender.ts'
import { CLAIMS_PAYOUT, clusterName, distributionPayout } from '#web/admin/payouts/payout.ts'
import { nobodyPaid } from '#web/admin/payouts/progress/StatusBadge.tsx'
import { StopButton } from '#web/admin/payouts/start/StartButton.tsx'
import { changeUrlState } from '#web/admin/url-state.ts'
import { AmountFact, Fact, Facts, groupThousands, Sol } from '#web/admin/values.tsx'
import { type BadgeTone, classNames, Icon } from '#web/ui/basics.tsx'
import { formatClock, SAME_MOMENT_SECONDS } from './AsOf.tsx'

const TONES: Record<BadgeTone, string> = {
  neutral: 'text-ink',
  accent: 'text-accent',
  done: 'text-done',
  warn: 'text-warn',
  error: 'text-error',
}

/** One sender in a line: its cluster, its newest run, what that waits for, and Stop. What does not fit is cut off, the message first; Stop never is. */
export function SenderLane({ kind, sender }: { kind: SenderKind; sender: SenderInState }) {
  const { run } = sender
  const payout = run?.distributionId ? distributionPayout(run.distributionId) : CLAIMS_PAYOUT
  return (
    <div className="flex min-w-0 items-center gap-x-2 panel:gap-x-4">
      <Cluster cluster={clusterOf(sender)} />
      <button
        type="button"
        onClick={() => changeUrlState(PLACES[kind], { step: true })}
        className="hidden font-semibold underline-offset-4 hover:underline panel:inline"
      >
        {kind === 'bulk' ? 'Bulk send' : 'Distribution'}
      </button>
      {run ? <RunWords run={run} /> : <span>{sender.configured ? 'Ready' : 'Not configured'}</span>}
      {run?.running && (
        <span className="shrink-0">
          <StopButton payout={payout} state={run.state} inline />
        </span>
      )}
      {run?.running && run.message && (
        <span className="hidden h-[1lh] min-w-0 flex-1 shrink-[10000000000] flex-wrap overflow-hidden text-warn before:content-['\200b'] panel:flex">
          {/* Out of sight on a second line where there is no room for its beginning. */}
          <span className="min-w-48 flex-1 truncate" title={run.message}>
            {run.message}
          </span>
        </span>
      )}
    </div>
  )
}

const PLACES = {
  bulk: { tab: 'bulk-sender', sender: 'monitor' },
  standalone: { tab: 'standalone-sender', standalone: 'upload' },
}

/** LIVE moves real money, TEST does not: told apart by word, fill and colour. */
function Cluster({ cluster }: { cluster: SenderInState['cluster'] }) {
  if (cluster === null) return null
  const isLive = cluster === 'mainnet'
  return (
    <span
      className={classNames(
        'shrink-0 rounded-small border px-2 font-semibold',
        isLive ? 'border-error bg-error text-card' : 'border-dashed border-control bg-card text-muted',
      )}
    >
      {isLive ? 'LIVE' : 'TEST'}{' '}
      <span className="hidden font-normal panel:inline">{clusterName(cluster)}</span>
    </span>
  )
}

function RunWords({ run }: { run: RunInState }) {
  const { words, since, tone } = stateWords(run)
  const share = run.total === 0 ? 0 : Math.min(run.processed / run.total, 1)
  return (
    <>
      <span role="status" className={classNames('truncate font-semibold tabular-nums', TONES[tone])}>
        {words}
        {since !== null && <span className="hidden panel:inline"> since {formatClock(since)}</span>}
      </span>
      {run.running && (
        <span
          aria-hidden="true"
          className="hidden h-1.5 w-24 shrink-0 overflow-hidden rounded-full bg-line panel:block"
        >
          <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
        </span>
      )}
      {/* One line high: a count that does not fit is left out whole, and the cards have it. */}
      <span className="flex h-[1lh] min-w-0 shrink-[100000] flex-wrap overflow-hidden tabular-nums">
        {countWords(run).map((words, place) => (
          <span key={words} className="whitespace-pre">
            {place > 0 && ' · '}
            {words}
          </span>
        ))}
      </span>
    </>
  )
}

interface StateWords {
  words: string
  tone: BadgeTone
  /** Epoch seconds; null unless it waits. */
  since: number | null
}

const STATES: Record<RunInState['state'], Omit<StateWords, 'since'>> = {
  ready: { words: 'Ready', tone: 'neutral' },
  running: { words: 'Running', tone: 'accent' },
  waiting: { words: 'Waiting', tone: 'warn' },
  stopping: { words: 'Stopping', tone: 'accent' },
  completed: { words: 'Completed', tone: 'done' },
  stopped: { words: 'Stopped', tone: 'neutral' },
  failed: { words: 'Ended early', tone: 'error' },
}

/** The state of a run in a few words. */
function stateWords({ state, running, waitingSince, paid, held }: RunInState): StateWords {
  const ended = nobodyPaid({ status: state, paid, held })
  if (ended !== null) return { words: ended, tone: 'warn', since: null }
  if (!running || waitingSince === null) return { ...STATES[state], since: null }
  const words = state === 'stopping' ? 'Stopping, waiting' : 'Waiting'
  return { words, tone: 'warn', since: waitingSince }
}

/** The numbers of a run: how many are paid, and what of it is not settled. What is on hold is said of the whole. */
function countWords({ paid, total, inFlight, failed, rejected }: RunInState): string[] {
  return [
    `${groupThousands(paid)} of ${groupThousands(total)} paid`,
    ...(inFlight > 0 ? [`${groupThousands(inFlight)} in flight`] : []),
    ...(failed > 0 ? [`${groupThousands(failed)} failed`] : []),
    ...(rejected > 0 ? [`${groupThousands(rejected)} rejected`] : []),
  ]
}

/** A run stays on its cluster, whatever its sender is configured on since. */
export function clusterOf({ run, cluster }: SenderInState): SenderInState['cluster'] {
  return run?.running ? run.cluster : cluster
}

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
      buttonClass={`hidden font-semibold underline decoration-dotted underline-offset-4 hover:decoration-solid panel:inline ${short.length > 0 ? 'text-error' : ''}`}
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
