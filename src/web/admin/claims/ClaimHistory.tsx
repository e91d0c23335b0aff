import type { ClaimHistoryEntry } from '#api-schema/claims.ts'
import type { ClaimEvent } from '#domain/claim-event.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { classNames } from '#web/ui/class-names.ts'

const WORDS: Record<ClaimEvent, string> = {
  submitted: 'Submitted',
  corrected: 'Solana address changed by the claimant',
  attempt_journaled: 'Transaction signed and written down',
  attempt_paid: 'Transaction finalized: paid',
  attempt_failed: 'Transaction failed',
  attempt_expired: 'Transaction proved not to have landed',
  attempt_held: 'Put on hold: not decided yet',
  payment_failed: 'Payment failed',
  marked_sent: 'Marked as sent',
  marked_sent_forced: 'Marked as sent although the chain did not show it',
  hold_settled_paid: 'Hold settled as paid',
  hold_settled_expired: 'Hold settled as not paid',
  taken_over: 'Payment taken over from the chain',
  rejected: 'Rejected',
  rejection_undone: 'Rejection undone: queued again',
  noted: 'Note',
}

/** A claim's history, oldest first. */
export function ClaimHistory({ history }: { history: readonly ClaimHistoryEntry[] }) {
  return (
    <section className="space-y-3">
      <h3 className="font-semibold">History</h3>
      <ol className="space-y-3 border-l border-line pl-4">
        {history.map(({ at, what, detail }, index) => (
          // A history only grows at its end.
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries can be the same in every other way
          <li key={index} className="relative">
            <span
              aria-hidden="true"
              className="absolute top-2 -left-[21px] size-2 rounded-full border-2 border-card bg-control"
            />
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>{WORDS[what]}</span>
              <time className="text-13 text-muted tabular-nums">{formatLocal(at)}</time>
            </p>
            {detail && (
              <p
                className={classNames(
                  'text-13 text-muted [overflow-wrap:anywhere]',
                  what === 'attempt_journaled' && 'font-mono',
                )}
              >
                {detail}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
