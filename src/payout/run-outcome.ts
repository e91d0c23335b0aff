import type { ProgressCounts } from '#store/payouts/run-payments.ts'

/**
 * Tells how a run was left: done for good, to be gone on with by the next owner of the lease, or to be opened anew
 * because its sender was configured again.
 */
export type RunOutcome = 'finished' | 'interrupted' | 'reconfigured'

/** The state and the message that a run ends with, once nothing of it is under way. */
export type RunEnding = { state: 'stopped' | 'failed'; message: string | null }

/** Describes in a sentence what a run that has come to its end leaves unpaid, first whether it paid nobody; null where it paid all. */
export function describeUnpaid({ paid, failed, hold, rejected }: ProgressCounts): string | null {
  const parts: string[] = []
  if (failed > 0) parts.push(`${failed} ${failed === 1 ? 'payment' : 'payments'} failed`)
  if (hold > 0) parts.push(`${hold} ${hold === 1 ? 'payment is' : 'payments are'} on hold`)
  if (rejected > 0)
    parts.push(`${rejected} ${rejected === 1 ? 'claim was' : 'claims were'} rejected meanwhile`)
  if (parts.length === 0) return paid === 0 ? 'Nothing was paid.' : null
  return `${paid === 0 ? 'Nothing was paid: ' : ''}${parts.join(', ')}.`
}
