import type { StatsResponse } from '#api-schema/admin.ts'
import type { AppContext } from '#app/app-context.ts'
import { type AmountUA, formatDecimalUnits, sumAmounts } from '#domain/amounts.ts'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import type { Sender } from '#domain/sender.ts'
import type { ClaimTotals, PaymentTally } from '#store/claims/claim-tallies.ts'

/**
 * Counts the claims of each status, and sums, in whole tokens, the claimed and the paid amounts: the latter from the recorded base units of
 * the sender's token, including claims that were reset since. Payments marked sent without proof are summed apart.
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

/** Returns false for another token than the sender's: amounts of two are not added up, and those of a test cluster are worth nothing. */
function concerns(sender: Sender | undefined, { genesisHash, mintAddress }: PaymentTally): boolean {
  if (!sender || genesisHash === UNKNOWN_CLUSTER) return true
  return genesisHash === sender.genesisHash && mintAddress === sender.mintAddress
}

function inTokens(tallies: readonly PaymentTally[]): AmountUA {
  return sumAmounts(tallies.map(({ baseUnits, mintDecimals }) => formatDecimalUnits(baseUnits, mintDecimals)))
}

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

const HOURS_PER_WEEK = 7 * 24

/** Widths to choose from, in hours; beyond them come whole weeks. */
const LADDER_HOURS = [1, 6, 24, HOURS_PER_WEEK]

const MAX_POINTS = 60

/** From a Thursday, on which the epoch began, back to Monday. */
const HOURS_SINCE_MONDAY = 3 * 24

const SECONDS_PER_HOUR = 3600

/** Counts claims submitted and sent over time, from the first hour with any to the last, without gaps. */
export async function claimsOverTime({ store }: AppContext) {
  const hours = await store.claimTallies.byHour()
  const firstHour = hours[0]?.hour ?? 0
  const lastHour = hours.at(-1)?.hour ?? 0
  const width = chooseWidth(firstHour, lastHour)
  const start = bucketOf(firstHour, width)
  const count = hours.length === 0 ? 0 : bucketOf(lastHour, width) - start + 1
  const points = Array.from({ length: count }, (_, index) => ({
    at: Math.max(((start + index) * width - HOURS_SINCE_MONDAY) * SECONDS_PER_HOUR, 0),
    submitted: 0,
    sent: 0,
  }))
  for (const { hour, submitted, sent } of hours) {
    const point = points[bucketOf(hour, width) - start]
    if (!point) throw new Error('An hour lies outside of its own span')
    point.submitted += submitted
    point.sent += sent
  }
  return { bucketSeconds: width * SECONDS_PER_HOUR, points }
}

function chooseWidth(firstHour: number, lastHour: number): number {
  const fits = (width: number) => bucketOf(lastHour, width) - bucketOf(firstHour, width) < MAX_POINTS
  const fromLadder = LADDER_HOURS.find(fits)
  if (fromLadder !== undefined) return fromLadder
  // One more than the span needs: its ends need not fall on the ends of buckets.
  return Math.ceil((lastHour - firstHour) / HOURS_PER_WEEK / (MAX_POINTS - 1)) * HOURS_PER_WEEK
}

function bucketOf(hour: number, width: number): number {
  return Math.floor((hour + HOURS_SINCE_MONDAY) / width)
}
