import type { ReactNode } from 'react'
import type { AdminClaim } from '#api-schema/admin.ts'
import type { ClaimStatus } from '#domain/claim.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { BriefAmount } from '#web/admin/BriefAmount.tsx'
import { formatLocal } from '#web/lib/format-time.ts'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { IconName } from '#web/ui/Icon.tsx'
import { ClaimActions } from './ClaimActions.tsx'
import { ClaimLink } from './ClaimLink.tsx'

interface ClaimRowProps {
  claim: AdminClaim
  unit: string
  /** The places of the amounts of the list. */
  places: number
  isSelected: boolean
  onSelect(isSelected: boolean): void
}

/** One claim of the list, 36 px high; on a phone in two lines. Only queued ones can be selected: nothing else is left to decide. */
export function ClaimRow({ claim, unit, places, isSelected, onSelect }: ClaimRowProps) {
  const { id, evmAddr, solAddr, amountUa, status, submittedAt } = claim
  return (
    <tr
      className={classNames(
        'grid grid-cols-[1fr_auto] items-center gap-x-4 py-1.5 panel:table-row panel:h-9',
        isSelected ? 'bg-accent-soft' : 'hover:bg-well/60',
      )}
    >
      <Cell>
        <span className="flex items-center gap-2">
          <input
            type="checkbox"
            aria-label={`Select ${id}`}
            className={classNames('size-4 accent-accent', status !== 'queued' && 'invisible')}
            disabled={status !== 'queued'}
            checked={isSelected}
            onChange={({ target }) => onSelect(target.checked)}
          />
          <ClaimLink id={id} />
        </span>
      </Cell>
      <Cell className="hidden panel:table-cell">
        <Shortened address={evmAddr} />
      </Cell>
      <Cell className="hidden panel:table-cell">
        <Shortened address={solAddr} />
      </Cell>
      <Cell className="text-right">
        <BriefAmount value={amountUa} unit={unit} places={places} />
      </Cell>
      <Cell>
        <span className="flex items-center gap-1">
          <ClaimStatusBadge status={status} />
          <PaymentBadge claim={claim} />
        </span>
      </Cell>
      <Cell className="hidden tabular-nums panel:table-cell">{formatLocal(submittedAt)}</Cell>
      <Cell className="text-right panel:text-left">
        <ClaimActions claim={claim} place="row" />
      </Cell>
    </tr>
  )
}

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return <td className={classNames('whitespace-nowrap panel:pr-4 panel:last:pr-0', className)}>{children}</td>
}

/** Whole on hover; the claim's details have it to be copied. */
function Shortened({ address }: { address: string }) {
  if (!address) return 'N/A'
  return (
    <span title={address} className="font-mono">
      {shortenAddress(address)}
    </span>
  )
}

/** What is to be known of a claim's payment beside its status, in a word; why it failed is shown on hover. */
function PaymentBadge({ claim }: { claim: AdminClaim }) {
  const { status, paymentState, attemptState, byHand, failure } = claim
  if (byHand) return <Badge>by hand</Badge>
  if (status !== 'queued') return null
  if (paymentState === 'hold') {
    return (
      <Badge tone="warn" icon="warning">
        on hold
      </Badge>
    )
  }
  if (attemptState !== null) return <Badge tone="accent">in flight</Badge>
  if (failure === null) return null
  return (
    <span title={failure} className="flex min-w-0 items-center gap-1">
      <Badge tone="error" icon="error">
        failed
      </Badge>
      <span className="hidden max-w-40 truncate text-muted min-[1200px]:block">{failure}</span>
    </span>
  )
}

const BADGES: Record<ClaimStatus, { tone: BadgeTone; icon: IconName }> = {
  queued: { tone: 'accent', icon: 'clock' },
  sent: { tone: 'done', icon: 'check' },
  rejected: { tone: 'error', icon: 'error' },
}

/** A claim's status in a word. */
export function ClaimStatusBadge({ status }: { status: ClaimStatus }) {
  return <Badge {...BADGES[status]}>{status}</Badge>
}
