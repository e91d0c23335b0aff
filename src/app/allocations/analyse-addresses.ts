import type { AppContext } from '#app/app-context.ts'

/** How many addresses the list in force gives something, how many claimed, and how many of the list did not. */
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
