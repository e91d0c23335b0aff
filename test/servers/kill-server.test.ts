import { expect, test } from 'vitest'
import { CLAIMANTS_PER_KILL, payWhileKilled } from '#lab/rehearsal/pay-while-killed.ts'

/** Each server is killed over and over; side by side they take less time. The first pays in v0, the others in v1. */
const SERVERS = 4
const KILLS_EACH = 5

test(`${SERVERS * KILLS_EACH} kills at varied moments of a run: everyone is paid exactly once`, {
  timeout: 600_000,
}, async () => {
  const outcomes = await Promise.all(
    Array.from({ length: SERVERS }, (_, server) =>
      payWhileKilled({
        kills: KILLS_EACH,
        // Two kills' more than there are kills: a run on a quick machine is not over before the last one.
        claimants: (KILLS_EACH + 2) * CLAIMANTS_PER_KILL,
        cluster: { v0: server === 0, slotMs: 50 },
        faults: null,
      }),
    ),
  )
  for (const { killsDuringRun, comparison } of outcomes) {
    expect(killsDuringRun).toBeGreaterThanOrEqual(KILLS_EACH - 1)
    expect(comparison).toEqual({ unpaid: 0, paidTwice: 0, wrongAmount: 0, disagreements: 0 })
  }
})
