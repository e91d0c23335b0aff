import { formatDecimalUnits } from '#domain/amounts.ts'
import type { ClaimStatus } from '#domain/claim-status.ts'
import type { Portal } from './portal.ts'

/** How many claims there are of each status, and what they add up to in whole tokens. */
export async function claimStats({ settings, store }: Portal) {
  const totals = await store.claims.totals()
  const countOf = (status: ClaimStatus) => totals.find((each) => each.status === status)?.count ?? 0
  const submittedWei = totals.reduce((sum, { amountWei }) => sum + amountWei, 0n)
  const sentWei = totals.find(({ status }) => status === 'sent')?.amountWei ?? 0n
  return {
    total: totals.reduce((sum, { count }) => sum + count, 0),
    queued: countOf('queued'),
    sent: countOf('sent'),
    rejected: countOf('rejected'),
    totalAmountSubmitted: formatDecimalUnits(submittedWei, settings.coinDecimals),
    totalAmountSent: formatDecimalUnits(sentWei, settings.coinDecimals),
  }
}
