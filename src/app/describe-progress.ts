import type { PortalResponse } from '#api-schema/portal.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { objectionToList } from './allocations/allocation-in-force.ts'
import type { AppContext } from './app-context.ts'
import { claimStats } from './claims/claim-stats.ts'
import { toEpochSeconds } from './epoch-seconds.ts'

/** Counts and sums how far the migration is, in whole tokens; null where the settings keep that to themselves. */
export async function describeProgress(app: AppContext): Promise<PortalResponse['progress']> {
  const { settings, store, now } = app
  if (!settings.publicProgress) return null
  const inForce = await store.snapshots.current()
  const list = inForce && objectionToList(app, inForce) === null ? inForce : null
  const { submitted, sent, rejected } = await store.claimTallies.totals()
  const { totalAmountSent } = await claimStats(app)
  const claimed = { count: submitted.count - rejected.count, wei: submitted.amountWei - rejected.amountWei }
  const listed = { count: list?.payableCount ?? 0, wei: list?.totalWei ?? 0n }
  const inTokens = (wei: bigint) => formatDecimalUnits(wei, settings.coinDecimals)
  return {
    listed: { holders: listed.count, amountUA: inTokens(listed.wei) },
    claimed: { holders: claimed.count, amountUA: inTokens(claimed.wei) },
    paid: { holders: sent.count, amountUA: totalAmountSent },
    // A claim made under an earlier list counts, though that list may have been the larger one.
    left: {
      holders: Math.max(listed.count - claimed.count, 0),
      amountUA: inTokens(listed.wei > claimed.wei ? listed.wei - claimed.wei : 0n),
    },
    asOf: toEpochSeconds(now()),
  }
}
