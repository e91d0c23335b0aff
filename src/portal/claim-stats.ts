import { formatDecimalUnits } from '#domain/amounts.ts'
import type { Portal } from './portal.ts'

/** How many claims there are of each status, and what they add up to in whole tokens. */
export async function claimStats({ settings, store }: Portal) {
  const { submitted, sent, rejected } = await store.claimTallies.totals()
  return {
    total: submitted.count,
    queued: submitted.count - sent.count - rejected.count,
    sent: sent.count,
    rejected: rejected.count,
    totalAmountSubmitted: formatDecimalUnits(submitted.amountWei, settings.coinDecimals),
    totalAmountSent: formatDecimalUnits(sent.amountWei, settings.coinDecimals),
  }
}
