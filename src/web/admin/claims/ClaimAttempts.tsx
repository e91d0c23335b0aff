import type { ClaimAttemptBody } from '#api-schema/claims.ts'
import type { AttemptState } from '#domain/payout-states.ts'
import { Sol } from '#web/admin/payouts/Sol.tsx'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { TransactionLink } from '#web/admin/TransactionLink.tsx'
import { formatLocal } from '#web/lib/format-time.ts'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import { countOf, groupThousands } from '#web/ui/group-thousands.ts'

const TONES: Record<AttemptState, BadgeTone> = {
  journaled: 'accent',
  broadcast: 'accent',
  confirmed: 'accent',
  paid: 'done',
  failed: 'error',
  expired: 'neutral',
  hold: 'warn',
}

interface ClaimAttemptsProps {
  attempts: readonly ClaimAttemptBody[]
  rpcUrl: string | null
}

/** The transactions that were signed to pay a claim, oldest first. */
export function ClaimAttempts({ attempts, rpcUrl }: ClaimAttemptsProps) {
  return (
    <section className="space-y-1">
      <h3 className="font-semibold">Attempts on the chain</h3>
      {attempts.length === 0 ? (
        <p className="text-muted">None yet: a bulk send makes the first one.</p>
      ) : (
        <ul className="divide-y divide-line">
          {attempts.map((attempt) => (
            <li key={attempt.id} className="space-y-1 py-3">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="flex items-center gap-2">
                  <ShortAddress address={attempt.signature} what="Transaction" />
                  <Badge tone={TONES[attempt.state]}>{attempt.state}</Badge>
                </span>
                <TransactionLink signature={attempt.signature} cluster={attempt.cluster} rpcUrl={rpcUrl} />
              </div>
              {attempt.error && <p className="[overflow-wrap:anywhere]">{attempt.error}</p>}
              <p className="text-13 text-muted">
                Signed {formatLocal(attempt.journaledAt)}
                {attempt.resolvedAt !== null && `, settled ${formatLocal(attempt.resolvedAt)}`}
                {attempt.slot !== null && `, slot ${groupThousands(attempt.slot)}`}. It carries{' '}
                {countOf(attempt.transfers, 'payment')} for <Sol amount={attempt.feeSOL} />.
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
