import type { ReactNode } from 'react'
import type { AdminClaim } from '#api-schema/admin.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { formatLocal } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { ClaimActions } from './ClaimActions.tsx'
import { ClaimLink } from './ClaimLink.tsx'
import { ClaimStatusBadge } from './ClaimStatusBadge.tsx'

/** One claim of the list. */
export function ClaimRow({ claim, unit }: { claim: AdminClaim; unit: string }) {
  const { id, evmAddr, solAddr, amountUa, status, submittedAt, attemptState, failure } = claim
  return (
    <tr className="hover:bg-well/60">
      <Cell>
        <ClaimLink id={id} />
      </Cell>
      <Cell>
        <ShortAddress address={evmAddr} />
      </Cell>
      <Cell>
        <ShortAddress address={solAddr} />
      </Cell>
      <Cell className="text-right">
        <Amount value={amountUa} unit={unit} />
      </Cell>
      <Cell>
        <ClaimStatusBadge status={status} />
        {attemptState && status === 'queued' && <p className="mt-1 text-muted">transaction {attemptState}</p>}
        {failure && <p className="mt-1 max-w-60 text-error">{failure}</p>}
      </Cell>
      <Cell className="tabular-nums">{formatLocal(submittedAt)}</Cell>
      <Cell>
        <ClaimActions claim={claim} />
      </Cell>
    </tr>
  )
}

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return <td className={`py-2 pr-3 last:pr-0 ${className ?? ''}`}>{children}</td>
}
