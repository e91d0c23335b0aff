import type { ReactNode } from 'react'
import type { AdminClaim } from '#api-schema/admin.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { formatLocal } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ClaimActions } from './ClaimActions.tsx'
import { ClaimLink } from './ClaimLink.tsx'
import { ClaimStatusBadge } from './ClaimStatusBadge.tsx'
import { PaymentBadge } from './PaymentBadge.tsx'

interface ClaimRowProps {
  claim: AdminClaim
  unit: string
  isSelected: boolean
  onSelect(isSelected: boolean): void
}

/** One claim of the list, 36 px high. Only queued ones can be selected: nothing else is left to decide. */
export function ClaimRow({ claim, unit, isSelected, onSelect }: ClaimRowProps) {
  const { id, evmAddr, solAddr, amountUa, status, submittedAt } = claim
  return (
    <tr className={classNames('h-9', isSelected ? 'bg-accent-soft' : 'hover:bg-well/60')}>
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
      <Cell>
        <ShortAddress address={evmAddr} />
      </Cell>
      <Cell>
        <ShortAddress address={solAddr} />
      </Cell>
      <Cell className="text-right [&_wbr]:hidden">
        <Amount value={amountUa} unit={unit} />
      </Cell>
      <Cell>
        <span className="flex items-center gap-1">
          <ClaimStatusBadge status={status} />
          <PaymentBadge claim={claim} />
        </span>
      </Cell>
      <Cell className="tabular-nums">{formatLocal(submittedAt)}</Cell>
      <Cell>
        <ClaimActions claim={claim} place="row" />
      </Cell>
    </tr>
  )
}

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return <td className={classNames('pr-4 whitespace-nowrap last:pr-0', className)}>{children}</td>
}
