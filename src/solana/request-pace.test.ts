import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequestPace } from './request-pace.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Sends one request, which the node answers with "too many requests". */
async function sendLimited(pace: RequestPace): Promise<void> {
  const turnAtMs = await afterTimers(pace.turn())
  pace.slowDown(turnAtMs)
  await vi.advanceTimersByTimeAsync(1)
}

async function answered(pace: RequestPace): Promise<void> {
  pace.ease(await afterTimers(pace.turn()))
}

async function afterTimers<T>(promise: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(60_000)
  return promise
}

/** Returns the times of the next requests' turns, from now on. */
async function turnsOf(pace: RequestPace, count: number): Promise<number[]> {
  const from = performance.now()
  const turns = Array.from({ length: count }, () => pace.turn())
  await vi.advanceTimersByTimeAsync(60_000)
  return (await Promise.all(turns)).map((atMs) => Math.round(atMs - from))
}

test('there is no pace before the first "too many requests"', async () => {
  expect(await turnsOf(new RequestPace(), 3)).toEqual([0, 0, 0])
})

test('each "too many requests" doubles the distance, up to the longest', async () => {
  const pace = new RequestPace()
  const intervals: number[] = []
  for (let count = 0; count < 8; count++) {
    await sendLimited(pace)
    intervals.push(pace.intervalMs)
  }
  expect(intervals).toEqual([50, 100, 200, 400, 800, 1_600, 2_000, 2_000])
  expect(await turnsOf(pace, 3)).toEqual([0, 2_000, 4_000])
})

test('each answer eases it a little, until there is none', async () => {
  const pace = new RequestPace()
  await sendLimited(pace)
  await answered(pace)
  expect(pace.intervalMs).toBeCloseTo(47.5)
  for (let answer = 0; answer < 60; answer++) await answered(pace)
  expect(pace.intervalMs).toBe(0)
  expect(await turnsOf(pace, 3)).toEqual([0, 0, 0])
})

test('requests that left together slow it down once, and their answers do not speed it up', async () => {
  const pace = new RequestPace()
  const left = await Promise.all(Array.from({ length: 40 }, () => pace.turn()))
  await vi.advanceTimersByTimeAsync(20)
  for (const turnAtMs of left) pace.slowDown(turnAtMs)
  for (const turnAtMs of left) pace.ease(turnAtMs)
  expect(pace.intervalMs).toBe(50)
})

test('a request that waits already waits longer once it slows down', async () => {
  const pace = new RequestPace()
  await sendLimited(pace)
  const first = await afterTimers(pace.turn())
  const second = pace.turn()
  pace.slowDown(first)
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await second) - first).toBeGreaterThanOrEqual(100)
})

test('a pause delays all requests, and a shorter one does not end it', async () => {
  const pace = new RequestPace()
  pace.pause(5_000)
  pace.pause(1_000)
  expect(await turnsOf(pace, 2)).toEqual([5_000, 5_000])
})

test('a clock that is set back by an hour stops nothing', async () => {
  const pace = new RequestPace()
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
