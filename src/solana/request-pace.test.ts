import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Priority, RequestPace } from './request-pace.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Sends one request, which the node answers with "too many requests". */
async function sendLimited(pace: RequestPace): Promise<void> {
  const turn = await afterTimers(pace.turn())
  pace.refused(turn, 0)
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
  return (await Promise.all(turns)).map(({ atMs }) => Math.round(atMs - from))
}

test('there is no pace before the first "too many requests"', async () => {
  expect(await turnsOf(new RequestPace(), 3)).toEqual([0, 0, 0])
})

test('from then on requests are apart', async () => {
  const pace = new RequestPace()
  await sendLimited(pace)
  expect(pace.intervalMs).toBe(50)
  expect(await turnsOf(pace, 3)).toEqual([0, 50, 100])
})

test('a turn tells the distance in force', async () => {
  const pace = new RequestPace()
  expect((await pace.turn()).intervalMs).toBe(0)
  await sendLimited(pace)
  expect((await afterTimers(pace.turn())).intervalMs).toBe(50)
})

test('a request that waits already waits longer once it slows down', async () => {
  const pace = new RequestPace()
  await sendLimited(pace)
  const first = await afterTimers(pace.turn())
  const second = pace.turn()
  pace.refused(first, 0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await second).atMs - first.atMs).toBeGreaterThanOrEqual(75)
})

test('requests of a higher priority go first, the others in the order in which they came', async () => {
  const pace = new RequestPace()
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
  const pace = new RequestPace()
  pace.refused(await pace.turn(), 3_000)
  expect(await turnsOf(pace, 2)).toEqual([3_000, 3_050])
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
