import { describe, expect, test } from 'vitest'
import { batchMs } from './estimate-payout.ts'

describe('from one batch to the next', () => {
  const run = { activeMs: 45_000, batchCount: 11, delayMs: 2_000 }

  test('it is the delay, until a run has shown more', () => {
    expect(batchMs({ delayMs: 1_000, observedRun: undefined })).toBe(1_000)
  })

  test('it is what a run before took besides its own delay, and the delay of now', () => {
    expect(batchMs({ delayMs: 500, observedRun: run })).toBe(500 + 1_000)
  })

  test('a run that ended sooner than finality takes makes no batch quicker than the delay', () => {
    expect(batchMs({ delayMs: 500, observedRun: { ...run, activeMs: 1_000 } })).toBe(500)
  })
})
