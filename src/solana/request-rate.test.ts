import { describe, expect, test } from 'vitest'
import { type Drive, driveRate } from '../../test/harness/drive-rate.ts'
import {
  changing,
  fixedWindow,
  type LimitingNode,
  slidingWindow,
  tokenBucket,
} from '../../test/harness/limiting-nodes.ts'
import { RequestRate } from './request-rate.ts'

const LATENCIES_MS = [20, 50, 100, 200, 400, 800]

interface Limit {
  name: string
  node: () => LimitingNode
  perSecond: number
}

const LIMITS: readonly Limit[] = [
  { name: '10 in any second', node: () => slidingWindow(10, 1_000), perSecond: 10 },
  { name: '50 in any second', node: () => slidingWindow(50, 1_000), perSecond: 50 },
  { name: '200 in any second', node: () => slidingWindow(200, 1_000), perSecond: 200 },
  { name: '2 in any second', node: () => slidingWindow(2, 1_000), perSecond: 2 },
  { name: '100 in any ten seconds', node: () => slidingWindow(100, 10_000), perSecond: 10 },
  { name: '10 in each second', node: () => fixedWindow(10, 1_000), perSecond: 10 },
  { name: '50 in each second', node: () => fixedWindow(50, 1_000), perSecond: 50 },
  { name: '100 in each ten seconds', node: () => fixedWindow(100, 10_000), perSecond: 10 },
  { name: 'a bucket of 3, 10 a second', node: () => tokenBucket(10, 3), perSecond: 10 },
  { name: 'a bucket of 100, 50 a second', node: () => tokenBucket(50, 100), perSecond: 50 },
]

const WARM_UP_MS = 10_000

/** Returns the share of the allowed rate that was used once it was found, and the share of requests that were refused. */
function shares(limit: Limit, drive: Omit<Drive, 'node' | 'forMs'>, forMs = 100_000) {
  const atOnce = Math.max(40, Math.ceil((limit.perSecond * drive.latencyMs * 1.6) / 1_000))
  const { takenAtMs, refusedAtMs } = driveRate({ atOnce, ...drive, node: limit.node(), forMs })
  const taken = takenAtMs.filter((atMs) => atMs > WARM_UP_MS).length
  const refused = refusedAtMs.filter((atMs) => atMs > WARM_UP_MS).length
  return {
    used: (taken * 1_000) / (forMs - WARM_UP_MS) / limit.perSecond,
    refused: refused / (taken + refused),
  }
}

describe.each(LIMITS)('a limit of $name', (limit) => {
  test('is used up to nine tenths, however late a refusal is known, and few requests are refused', () => {
    const found = LATENCIES_MS.map((latencyMs) => shares(limit, { latencyMs }))
    expect(Math.min(...found.map(({ used }) => used))).toBeGreaterThan(0.9)
    expect(Math.max(...found.slice(0, 4).map(({ refused }) => refused))).toBeLessThan(0.08)
    expect(Math.max(...found.map(({ refused }) => refused))).toBeLessThan(0.15)
  })

  test('is used as well where refusals come at once and answers late', () => {
    const found = LATENCIES_MS.map((latencyMs) =>
      shares(limit, { latencyMs, refusesAtOnce: true, jitter: 0.02 }),
    )
    expect(Math.min(...found.map(({ used }) => used))).toBeGreaterThan(0.9)
  })

  test('is used where requests arrive now sooner, now later', () => {
    const used = LATENCIES_MS.map((latencyMs) => shares(limit, { latencyMs, jitter: 0.1 }).used)
    expect(Math.min(...used.slice(0, 4))).toBeGreaterThan(0.9)
    // Evenly spaced requests do not get more.
    expect(Math.min(...used)).toBeGreaterThan(0.8)
  })
})

test.each([1_000, 10_000])(
  'a node that counts refused requests as well, in any %i ms, is not kept closed',
  (spanMs) => {
    const node = () => slidingWindow(spanMs / 100, spanMs, { countsRefused: true })
    const used = LATENCIES_MS.map(
      (latencyMs) => shares({ name: '', node, perSecond: 10 }, { latencyMs }).used,
    )
    expect(Math.min(...used)).toBeGreaterThan(0.7)
  },
)

test('the wait that a node asks for at each refusal is risked rarely', () => {
  const node = () => slidingWindow(10, 1_000)
  const limit = { name: '', node, perSecond: 10 }
  const used = LATENCIES_MS.slice(0, 5).map(
    (latencyMs) => shares(limit, { latencyMs, retryAfterMs: 1_000 }).used,
  )
  expect(Math.min(...used)).toBeGreaterThan(0.85)
})

describe('a limit that changes', () => {
  const CHANGES_AT_MS = 30_000

  function usedOf(after: number, drive: Pick<Drive, 'latencyMs'>, fromMs: number) {
    const node = changing(slidingWindow(10, 1_000), slidingWindow(after, 1_000), CHANGES_AT_MS)
    const { takenAtMs, refusedAtMs } = driveRate({ ...drive, node, forMs: 100_000 })
    const later = (times: readonly number[]) => times.filter((atMs) => atMs > fromMs).length
    const used = (later(takenAtMs) * 1_000) / (100_000 - fromMs) / after
    return { used, refused: later(refusedAtMs) / later([...takenAtMs, ...refusedAtMs]) }
  }

  test.each(LATENCIES_MS)('to a half is found at once, at %i ms', (latencyMs) => {
    const { used, refused } = usedOf(5, { latencyMs }, CHANGES_AT_MS)
    expect(used).toBeGreaterThan(0.9)
    expect(refused).toBeLessThan(0.15)
  })

  test.each(LATENCIES_MS)('to more than twice is found within half a minute, at %i ms', (latencyMs) => {
    expect(usedOf(25, { latencyMs }, CHANGES_AT_MS + 30_000).used).toBeGreaterThan(0.85)
  })
})

describe('a node without a limit', () => {
  test('is not slowed down', () => {
    const { takenAtMs } = driveRate({ node: () => true, latencyMs: 100, atOnce: 40, forMs: 10_000 })
    expect(takenAtMs.length).toBeGreaterThan(0.99 * 40 * 99)
  })

  test('is not for long after it refused some', () => {
    let asked = 0
    const { takenAtMs } = driveRate({ node: () => ++asked > 40, latencyMs: 100, atOnce: 40, forMs: 20_000 })
    expect(takenAtMs.filter((atMs) => atMs > 10_000).length).toBeGreaterThan(0.95 * 40 * 100)
  })
})

test('a node that refuses everything for a minute is asked every two seconds, and used again soon', () => {
  const node: LimitingNode = (atMs) => atMs > 60_000
  const { takenAtMs, refusedAtMs } = driveRate({ node, latencyMs: 100, atOnce: 10, forMs: 80_000 })
  expect(refusedAtMs.length).toBeLessThan(60)
  expect(refusedAtMs.filter((atMs) => atMs > 30_000).length).toBeGreaterThan(10)
  expect(takenAtMs[0]).toBeLessThan(62_500)
  expect(takenAtMs.length).toBeGreaterThan(200)
})

describe('one change of the pace', () => {
  const turn = (atMs: number, rate: RequestRate) => ({ atMs, intervalMs: rate.intervalMs })

  test('is made for all that left together, and their answers do not speed it up', () => {
    const rate = new RequestRate()
    for (let atMs = 0; atMs < 5; atMs++) rate.refused(turn(atMs, rate), 100, 0)
    expect(rate.intervalMs).toBe(50)
    for (let atMs = 5; atMs < 10; atMs++) rate.answered(turn(atMs, rate), 100)
    expect(rate.intervalMs).toBe(50)
  })

  test('is made for those that leave right after it, once some of them are taken', () => {
    const rate = new RequestRate()
    rate.refused(turn(0, rate), 100, 0)
    rate.answered(turn(150, rate), 250)
    const intervalMs = rate.intervalMs
    rate.refused(turn(200, rate), 300, 0)
    expect(rate.intervalMs).toBe(intervalMs)
    rate.refused(turn(400, rate), 500, 0)
    expect(rate.intervalMs).toBeGreaterThan(intervalMs)
  })

  test('is made from the distance that a refused request left at', () => {
    const rate = new RequestRate()
    rate.refused(turn(0, rate), 100, 0)
    const refused = turn(1_000, rate)
    for (let atMs = 200; atMs < 900; atMs += 50) rate.answered(turn(atMs, rate), atMs + 100)
    expect(rate.intervalMs).toBeLessThan(40)
    rate.refused(refused, 1_100, 0)
    expect(rate.intervalMs).toBeCloseTo(52)
  })
})

test('while none is taken, the distance grows up to the longest; with the next one taken, all leave as before', () => {
  const rate = new RequestRate()
  let atMs = 0
  const intervals: number[] = []
  for (let count = 0; count < 12; count++) {
    rate.refused({ atMs, intervalMs: rate.intervalMs }, atMs + 10, 0)
    intervals.push(rate.intervalMs)
    atMs += 20 + rate.intervalMs
  }
  expect(intervals.slice(0, 3)).toEqual([50, 75, 112.5])
  expect(intervals.slice(-2)).toEqual([2_000, 2_000])
  rate.answered({ atMs, intervalMs: rate.intervalMs }, atMs + 10)
  expect(rate.intervalMs).toBeLessThanOrEqual(50)
})
