import type { AppContext } from '#app/app-context.ts'

/**
 * Counts the addresses with an allocation in the list in force, the claims, and the addresses of the list
 * without one.
 */
export async function analyseAddresses({ store }: AppContext) {
  const [snapshot, totals, listed] = await Promise.all([
    store.snapshots.current(),
    store.claimTallies.totals(),
    store.claimTallies.countListed(),
  ])
  const total = snapshot?.payableCount ?? 0
  return {
    total: { addresses: total },
    submitted: { addresses: totals.submitted.count },
    remaining: { addresses: total - listed },
  }
}
