import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FaultKind, NodeFault } from './node-fault.ts'
import { RetryBudget } from './retry-budget.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Counts the retries of one read when each request takes so long to fail. */
function retriesAfter(
  kind: FaultKind,
  { retries = 4, requestMs = 0, retryAfterMs = 0 } = {},
): { count: number; knownAfterMs: number } {
  const budget = new RetryBudget(retries)
  const startedAtMs = performance.now()
  for (let count = 0; ; count++) {
    const leftAtMs = performance.now()
    vi.advanceTimersByTime(requestMs)
    if (!budget.allowsRetry(new NodeFault(kind, 'it failed', { retryAfterMs }), leftAtMs)) {
      return { count, knownAfterMs: performance.now() - startedAtMs }
    }
  }
}

test('a passing fault is retried as often as configured', () => {
  expect(retriesAfter('passing', { retries: 4 }).count).toBe(4)
  expect(retriesAfter('passing', { retries: 1 }).count).toBe(1)
})

test('a node that hangs for 6 s a request is asked twice', () => {
  expect(retriesAfter('passing', { requestMs: 6_000 })).toEqual({ count: 1, knownAfterMs: 12_000 })
})

test('a read that fails slowly is given up in time', () => {
  expect(retriesAfter('passing', { retries: 100, requestMs: 2_900 }).knownAfterMs).toBeLessThan(16_000)
})

test('a limit gets more retries', () => {
  expect(retriesAfter('limited').count).toBe(8)
  expect(retriesAfter('limited', { requestMs: 20_000 }).count).toBe(8)
})

test('a node may ask for 30 s of waiting in all', () => {
  expect(retriesAfter('limited', { retryAfterMs: 30_000 }).count).toBe(1)
  expect(retriesAfter('limited', { retryAfterMs: 10_000 }).count).toBe(3)
})

test('limits and faults are counted apart', () => {
  const budget = new RetryBudget(1)
  const allowsRetry = (kind: FaultKind) =>
    budget.allowsRetry(new NodeFault(kind, 'it failed'), performance.now())
  expect([
    allowsRetry('limited'),
    allowsRetry('limited'),
    allowsRetry('passing'),
    allowsRetry('limited'),
  ]).toEqual(Array(4).fill(true))
  expect(allowsRetry('passing')).toBe(false)
})

test('with no retries nothing is tried again', () => {
  expect(retriesAfter('passing', { retries: 0 }).count).toBe(0)
  expect(retriesAfter('limited', { retries: 0 }).count).toBe(0)
})

test('a lasting fault, and an error that is no node fault, is not retried', () => {
  expect(retriesAfter('lasting').count).toBe(0)
  expect(new RetryBudget(4).allowsRetry(new Error('of ours'), performance.now())).toBe(false)
})
