import { describe, expect, test } from 'vitest'
import { batchMs } from './estimate-payout.ts'

describe('the time from one batch to the next', () => {
  const run = { activeMs: 45_000, batchCount: 11, delayMs: 2_000 }

  test('is the delay, without an earlier run', () => {
    expect(batchMs({ delayMs: 1_000, observedRun: undefined, slotMs: 400 })).toBe(1_000)
  })

  test('is the time that an earlier run took besides its own delay, and the present delay', () => {
    expect(batchMs({ delayMs: 500, observedRun: run, slotMs: 400 })).toBe(500 + 1_000)
  })

  test('is never less than the delay, even after a run that ended sooner than finality takes', () => {
    expect(batchMs({ delayMs: 500, observedRun: { ...run, activeMs: 1_000 }, slotMs: 400 })).toBe(500)
  })
})
