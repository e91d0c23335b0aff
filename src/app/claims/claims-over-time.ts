import type { AppContext } from '#app/app-context.ts'

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
