import { bytesToHex, randomBytes } from '@noble/hashes/utils.js'
import { type ReactNode, useState } from 'react'
import type { SenderState } from '#domain/payout-states.ts'
import type { SenderKind } from '#domain/sender.ts'
import { type Confirmation, changeOf, confirmationOf, type Payable } from '#web/admin/failures.ts'
import {
  type AskedStart,
  type Payout,
  type SenderStatusReply,
  type Shown,
  usePayoutAction,
} from '#web/admin/payouts/payout.ts'
import { undecided } from '#web/admin/payouts/records/RecordsBehind.tsx'
import { useLiveState } from '#web/admin/status/live-state.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { Button, type ButtonProps } from '#web/ui/basics.tsx'
import { showToast, type ToastMessage } from '#web/ui/toast-store.ts'

/** The question before a start, from its opening until it is answered. */
export interface StartQuestion<Terms> {
  /** The terms of the last try. */
  last: Terms | null
  /** What the last try would have paid, and what it would pay now. */
  change: { was: Shown; now: Payable } | null
  /** The answer to a start that lacked the words: more was paid meanwhile. */
  asked: Confirmation | null
  /** The last try was not answered: the same start may be sent again. */
  isLost: boolean
  busy: boolean
  onStart(terms: Terms, shown: Shown): void
  onClose(): void
}

export interface StartButtonProps<Terms> extends Pick<ButtonProps, 'size' | 'variant'> {
  payout: Payout<Terms>
  status: SenderStatusReply
  /** False where the wallet is known not to suffice. */
  canPay: boolean
  disabled?: boolean
  /** A toast that is shown instead of asking. */
  blocker?: ToastMessage | undefined
  text: string
  onStarted?: (() => void) | undefined
  /** Renders the question. */
  children(question: StartQuestion<Terms>): ReactNode
}

/** The button that starts a payout, after a question that says how many, how much, of what, and from where. */
export function StartButton<Terms>(props: StartButtonProps<Terms>) {
  const { payout, status, canPay, disabled, blocker, text, onStarted, children, ...look } = props
  /** New for each time that the question is opened; null while it is closed. */
  const [key, setKey] = useState<string | null>(null)
  const [sent, setSent] = useState<AskedStart<Terms> | null>(null)
  const [error, setError] = useState<unknown>(null)
  const start = usePayoutAction(
    payout,
    'Start',
    (asked: AskedStart<Terms>) => payout.start(asked),
    () => {
      setKey(null)
      onStarted?.()
    },
  )
  const otherRun = useOtherRun(payout.kind)
  const obstacle = status.recordsBehind === null ? otherRun : undecided(status.recordsBehind)
  const now = changeOf(error)
  const isLost = error !== null && !(error instanceof ApiError)

  function open() {
    setKey(newKey())
    setSent(null)
    setError(null)
  }

  /** Keeps the question open where its numbers are no longer true, words are missing, or no answer came. */
  function fail(failure: unknown) {
    setError(failure)
    const isAnswered = failure instanceof ApiError
    if (isAnswered && !changeOf(failure) && !confirmationOf(failure)) setKey(null)
  }

  function onStart(terms: Terms, shown: Shown) {
    // A distribution's question has two buttons: the other one is another start.
    const isSame = payout.kind === 'bulk' || JSON.stringify(terms) === JSON.stringify(sent?.terms)
    const asked = (isLost && isSame && sent) || { terms, shown, key: key ?? '' }
    setSent(asked)
    setError(null)
    start.mutate(asked, { onError: fail })
  }

  return (
    <>
      <Button
        variant="primary"
        {...look}
        disabled={disabled || status.running || obstacle !== null || !canPay}
        title={obstacle ?? undefined}
        busy={start.isPending}
        busyText="Starting..."
        onClick={() => (blocker ? showToast(blocker) : open())}
      >
        {text}
      </Button>
      {obstacle !== null && !status.running && <p className="self-center text-muted">{obstacle}</p>}
      {key !== null &&
        children({
          last: sent?.terms ?? null,
          change: now && sent ? { was: sent.shown, now } : null,
          asked: confirmationOf(error),
          isLost,
          busy: start.isPending,
          onStart,
          onClose: () => setKey(null),
        })}
    </>
  )
}

/** A random text: pages without HTTPS have no randomUUID. */
function newKey(): string {
  return bytesToHex(randomBytes(16))
}

/** Tells in words which run of the other sender holds the wallet; null while none does. */
function useOtherRun(kind: SenderKind): string | null {
  const { state } = useLiveState()
  if (!state) return null
  const { bulk, standalone } = state.senders
  const other = kind === 'bulk' ? standalone : bulk
  if (!other?.run?.running || bulk.walletAddress !== standalone?.walletAddress) return null
  return other.run.distributionId === null ? 'Claims are being sent.' : 'A distribution is being sent.'
}

interface StopButtonProps extends Pick<ButtonProps, 'size'> {
  payout: Payout
  state: SenderState
  /** In a line of text, which names the payout. */
  inline?: boolean
}

/** Stops a running payout. While it is stopping the button does nothing more. */
export function StopButton({ payout, state, size, inline = false }: StopButtonProps) {
  const stop = usePayoutAction(payout, 'Stop', () => payout.stop())
  return (
    <Button
      variant="danger"
      size={inline ? 'small' : size}
      busy={stop.isPending || state === 'stopping'}
      busyText={inline ? 'Stop' : 'Stopping...'}
      onClick={() => stop.mutate()}
    >
      {inline ? 'Stop' : `Stop ${payout.name}`}
    </Button>
  )
}
