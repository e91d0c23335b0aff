import { expect, test } from 'vitest'
import type { TransferCounts } from '#store/payouts/run-payments.ts'
import { Canary } from './canary.ts'

const NOTHING: TransferCounts = { queued: 0, in_flight: 0, hold: 0, paid: 0, failed: 0, left_out: 0 }

/** A canary of so many payments over a run that has come so far. */
function canaryOf(
  canary: number | null,
  { paid = 0, failed = 0, held = 0, inFlight = 0 }: Record<string, number> = {},
) {
  const outcome = { paid, failed, held }
  const runs = {
    signedOutcome: async () => outcome,
    transferCounts: async () => ({ ...NOTHING, in_flight: inFlight }),
  }
  return { canary: new Canary(runs, { id: 1, canary }), outcome }
}

test('a run without a canary sends as much as it likes', async () => {
  expect(await canaryOf(null, { failed: 3 }).canary.ask()).toEqual({
    payments: Number.POSITIVE_INFINITY,
    failure: null,
  })
})

test.each([
  [{}, 5],
  [{ inFlight: 5 }, 0],
  [{ paid: 2, inFlight: 3 }, 0],
  [{ paid: 4 }, 1],
  [{ paid: 1, inFlight: 9 }, 0],
])('of a canary of five, with %o, it sends %d more', async (progress, payments) => {
  expect(await canaryOf(5, progress).canary.ask()).toEqual({ payments, failure: null })
})

test('once it is final, it stays over', async () => {
  const { canary, outcome } = canaryOf(5, { paid: 5 })
  expect((await canary.ask()).payments).toBe(Number.POSITIVE_INFINITY)
  outcome.failed = 1
  expect(await canary.ask()).toMatchObject({ payments: Number.POSITIVE_INFINITY, failure: null })
})

test.each([
  [{ paid: 4, failed: 1 }, 'of its 5 payments 1 failed on the chain'],
  [{ held: 2 }, 'of its 5 payments 2 can not be decided'],
])('with %o it failed, in words', async (progress, words) => {
  const answer = await canaryOf(5, progress).canary.ask()
  expect(answer).toEqual({
    payments: 0,
    failure: `The canary did not get through: ${words}. No other payment was sent.`,
  })
})
