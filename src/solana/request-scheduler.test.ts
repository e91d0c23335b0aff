import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  changing,
  type Drive,
  driveRate,
  fixedWindow,
  type LimitingNode,
  slidingWindow,
  tokenBucket,
} from '../../test/harness/drive-rate.ts'
import { type Priority, RateLimiter, RequestScheduler } from './request-scheduler.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Sends one request, which the node answers with "too many requests". */
async function sendLimited(pace: RequestScheduler): Promise<void> {
  const turn = await afterTimers(pace.turn())
  pace.refused(turn, 0)
}

async function afterTimers<T>(promise: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(60_000)
  return promise
}

/** Returns the times of the next requests' turns, from now on. */
async function turnsOf(pace: RequestScheduler, count: number): Promise<number[]> {
  const from = performance.now()
  const turns = Array.from({ length: count }, () => pace.turn())
  await vi.advanceTimersByTimeAsync(60_000)
  return (await Promise.all(turns)).map(({ atMs }) => Math.round(atMs - from))
}

test('there is no pace before the first "too many requests"', async () => {
  expect(await turnsOf(new RequestScheduler(), 3)).toEqual([0, 0, 0])
})

test('from then on requests are apart', async () => {
  const pace = new RequestScheduler()
  await sendLimited(pace)
  expect(pace.intervalMs).toBe(50)
  expect(await turnsOf(pace, 3)).toEqual([0, 50, 100])
})

test('a turn tells the distance in force', async () => {
  const pace = new RequestScheduler()
  expect((await pace.turn()).intervalMs).toBe(0)
  await sendLimited(pace)
  expect((await afterTimers(pace.turn())).intervalMs).toBe(50)
})

test('a request that waits already waits longer once it slows down', async () => {
  const pace = new RequestScheduler()
  await sendLimited(pace)
  const first = await afterTimers(pace.turn())
  const second = pace.turn()
  pace.refused(first, 0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await second).atMs - first.atMs).toBeGreaterThanOrEqual(75)
})

test('requests of a higher priority go first, the others in the order in which they came', async () => {
  const pace = new RequestScheduler()
  await sendLimited(pace)
  await afterTimers(pace.turn())
  const order: string[] = []
  const take = async (name: string, priority: Priority) => {
    await pace.turn(priority)
    order.push(name)
  }
  const turns = [
    take('look up', 'low'),
    take('simulate', 'low'),
    take('send', 'normal'),
    take('send again', 'normal'),
    take('settle', 'high'),
  ]
  await vi.advanceTimersByTimeAsync(60_000)
  await Promise.all(turns)
  expect(order).toEqual(['settle', 'send', 'send again', 'look up', 'simulate'])
})

test('the wait that a node asks for delays all requests', async () => {
  const pace = new RequestScheduler()
  pace.refused(await pace.turn(), 3_000)
  expect(await turnsOf(pace, 2)).toEqual([3_000, 3_050])
})

test('a pause delays all requests, and a shorter one does not end it', async () => {
  const pace = new RequestScheduler()
  pace.pause(5_000)
  pace.pause(1_000)
  expect(await turnsOf(pace, 2)).toEqual([5_000, 5_000])
})

test('a clock that is set back by an hour stops nothing', async () => {
  const pace = new RequestScheduler()
  await sendLimited(pace)
  const first = pace.turn()
  await vi.advanceTimersByTimeAsync(100)
  await first
  vi.setSystemTime(Date.now() - 3_600_000)
  const second = pace.turn()
  const done = vi.fn()
  void second.then(done)
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toHaveBeenCalled()
})

const LATENCIES_MS = [20, 100, 400]

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
  test('is used up to four fifths, however late a refusal is known', () => {
    const found = LATENCIES_MS.map((latencyMs) => shares(limit, { latencyMs }))
    expect(Math.min(...found.map(({ used }) => used))).toBeGreaterThan(0.8)
    expect(Math.max(...found.slice(0, 2).map(({ refused }) => refused))).toBeLessThan(0.25)
  })

  test('is used as well where refusals come at once and answers late', () => {
    const found = LATENCIES_MS.map((latencyMs) =>
      shares(limit, { latencyMs, refusesAtOnce: true, jitter: 0.02 }),
    )
    expect(Math.min(...found.map(({ used }) => used))).toBeGreaterThan(0.65)
  })

  test('is used where requests arrive now sooner, now later', () => {
    const used = LATENCIES_MS.map((latencyMs) => shares(limit, { latencyMs, jitter: 0.1 }).used)
    expect(Math.min(...used.slice(0, 2))).toBeGreaterThan(0.8)
    // Evenly spaced requests do not get more.
    expect(Math.min(...used)).toBeGreaterThan(0.65)
  })
})

test.each([1_000, 10_000])(
  'a node that counts refused requests as well, in any %i ms, is not kept closed',
  (spanMs) => {
    const node = () => slidingWindow(spanMs / 100, spanMs, { countsRefused: true })
    const used = LATENCIES_MS.map(
      (latencyMs) => shares({ name: '', node, perSecond: 10 }, { latencyMs }).used,
    )
    expect(Math.min(...used)).toBeGreaterThan(0.55)
  },
)

test('a node that asks for a wait at each refusal is used all the same', () => {
  const node = () => slidingWindow(10, 1_000)
  const limit = { name: '', node, perSecond: 10 }
  const used = LATENCIES_MS.map((latencyMs) => shares(limit, { latencyMs, retryAfterMs: 1_000 }).used)
  expect(Math.min(...used)).toBeGreaterThan(0.7)
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
    expect(used).toBeGreaterThan(0.85)
    expect(refused).toBeLessThan(0.3)
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

test('one change of the pace is made for all that left together, and their answers do not speed it up', () => {
  const rate = new RateLimiter()
  const turn = (atMs: number) => ({ atMs, intervalMs: rate.intervalMs })
  for (let atMs = 0; atMs < 5; atMs++) rate.refused(turn(atMs), 100)
  expect(rate.intervalMs).toBe(50)
  for (let atMs = 5; atMs < 10; atMs++) rate.answered(turn(atMs))
  expect(rate.intervalMs).toBe(50)
})

test('while none is taken, the distance grows up to the longest; with the next one taken, all leave as before', () => {
  const rate = new RateLimiter()
  let atMs = 0
  const intervals: number[] = []
  for (let count = 0; count < 12; count++) {
    rate.refused({ atMs, intervalMs: rate.intervalMs }, atMs + 10)
    intervals.push(rate.intervalMs)
    atMs += 20 + rate.intervalMs
  }
  expect(intervals.slice(0, 3)).toEqual([50, 75, 112.5])
  expect(intervals.slice(-2)).toEqual([2_000, 2_000])
  rate.answered({ atMs, intervalMs: rate.intervalMs })
  expect(rate.intervalMs).toBeLessThanOrEqual(50)
})
