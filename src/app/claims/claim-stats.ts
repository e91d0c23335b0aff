import type { StatsResponse } from '#api-schema/admin.ts'
import type { AppContext } from '#app/app-context.ts'
import { type AmountUA, formatDecimalUnits, sumAmounts } from '#domain/amounts.ts'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import type { Sender } from '#domain/sender.ts'
import type { ClaimTotals } from '#store/claims/claim-tallies.ts'
import type { PaymentTally } from '#store/payouts/payment-tallies.ts'

/**
 * Counts the claims of each status, and sums, in whole tokens, the claimed and the paid amounts: the latter
 * from the recorded base units, including claims that were reset since. Payments marked sent without proof
 * are summed apart.
 */
export async function claimStats({ settings, store }: AppContext) {
  const [totals, payments, sender] = await Promise.all([
    store.claimTallies.totals(),
    store.paymentTallies.totals(),
    store.senders.find('bulk'),
  ])
  return describeStats(settings, totals, payments, sender)
}

/** The same from what was read already. */
export function describeStats(
  settings: AppContext['settings'],
  { submitted, sent, rejected }: ClaimTotals,
  payments: readonly PaymentTally[],
  sender: Sender | undefined,
): StatsResponse {
  const here = payments.filter((tally) => concerns(sender, tally))
  return {
    total: submitted.count,
    queued: submitted.count - sent.count - rejected.count,
    sent: sent.count,
    rejected: rejected.count,
    totalAmountSubmitted: formatDecimalUnits(submitted.amountWei, settings.coinDecimals),
    totalAmountSent: inTokens(here.filter(({ recordedBy }) => recordedBy !== 'mark_sent_forced')),
    totalAmountMarkedUnproved: inTokens(here.filter(({ recordedBy }) => recordedBy === 'mark_sent_forced')),
  }
}

/**
 * Returns false for tokens of another cluster than the sender's: tokens of a test cluster do not count as
 * sent.
 */
function concerns(sender: Sender | undefined, { genesisHash }: PaymentTally): boolean {
  return !sender || genesisHash === sender.genesisHash || genesisHash === UNKNOWN_CLUSTER
}

function inTokens(tallies: readonly PaymentTally[]): AmountUA {
  return sumAmounts(tallies.map(({ baseUnits, mintDecimals }) => formatDecimalUnits(baseUnits, mintDecimals)))
}
