import type { SignatureStatus } from '#solana/solana-rpc.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'

/** Finds an attempt that landed. Confirmed ones are so rarely undone that its slot identifies the cluster. */
export function firstLanded(
  attempts: readonly JournaledAttempt[],
  statuses: readonly (SignatureStatus | null)[],
): { signature: string; slot: number } | null {
  const index = attempts.findIndex((_, at) => (statuses[at]?.commitment ?? 'processed') !== 'processed')
  const [attempt, status] = [attempts[index], statuses[index]]
  return attempt && status ? { signature: attempt.signature, slot: status.slot } : null
}
