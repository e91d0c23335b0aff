import { expect, test } from 'vitest'
import { FlowCycle } from './flow-cycle.ts'

/** Takes so many requests, one after the other at this distance; returns the time of the next one. */
function take(
  cycle: FlowCycle,
  count: number,
  { fromMs, everyMs }: { fromMs: number; everyMs: number },
): number {
  for (let index = 0; index < count; index++) cycle.taken(fromMs + index * everyMs)
  return fromMs + count * everyMs
}

test('what was taken until requests flow again is the limit', () => {
  const cycle = new FlowCycle()
  cycle.refused(take(cycle, 10, { fromMs: 0, everyMs: 10 }))
  cycle.refused(990)
  expect(cycle.taken(1_010)).toEqual({ stoppedMs: 910, meanIntervalMs: 100 })
})

test('a limit over ten seconds is measured over ten', () => {
  const cycle = new FlowCycle()
  cycle.refused(take(cycle, 100, { fromMs: 0, everyMs: 30 }))
  cycle.refused(9_000)
  expect(cycle.taken(11_000)).toEqual({ stoppedMs: 8_000, meanIntervalMs: 100 })
})

test('requests that came slowly before do not count', () => {
  const cycle = new FlowCycle()
  take(cycle, 12, { fromMs: 0, everyMs: 400 })
  cycle.refused(take(cycle, 10, { fromMs: 5_200, everyMs: 1 }))
  expect(cycle.taken(6_200)?.meanIntervalMs).toBeCloseTo(1_000 / 11, 0)
})

test('a node that was not asked for a while after it refused is not taken for a slower one', () => {
  const cycle = new FlowCycle()
  cycle.refused(take(cycle, 10, { fromMs: 100, everyMs: 10 }))
  expect(cycle.taken(1_200)?.meanIntervalMs).toBeLessThan(110)
})

test('refusals that are known before the answers to earlier requests are kept', () => {
  const cycle = new FlowCycle()
  for (const refusedAtMs of [100, 200, 1_200]) cycle.refused(refusedAtMs)
  take(cycle, 10, { fromMs: 0, everyMs: 10 })
  expect(cycle.taken(1_000)?.stoppedMs).toBe(900)
  expect(cycle.taken(1_100)).toBeNull()
  expect(cycle.taken(1_300)?.stoppedMs).toBe(100)
})

test('a refusal now and then says nothing about the rate, and neither does a node that took none', () => {
  const steady = new FlowCycle()
  const nextMs = take(steady, 50, { fromMs: 0, everyMs: 100 })
  steady.refused(nextMs)
  expect(steady.taken(nextMs + 100)).toEqual({ stoppedMs: 100, meanIntervalMs: null })
  const closed = new FlowCycle()
  closed.refused(0)
  expect(closed.taken(60_000)).toEqual({ stoppedMs: 60_000, meanIntervalMs: null })
})
