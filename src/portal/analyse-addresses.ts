import type { Portal } from '#portal/portal.ts'

/** How many addresses the list in force gives something, how many claimed, and how many of the list did not. */
export async function analyseAddresses({ store }: Portal) {
  const { total, submitted, remaining } = await store.addressLists.counts()
  return {
    total: { addresses: total },
    submitted: { addresses: submitted },
    remaining: { addresses: remaining },
  }
}
