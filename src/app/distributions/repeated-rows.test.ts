import { expect, test } from 'vitest'
import type { Distribution } from '#domain/payout-source.ts'
import { createRepeatLookup } from './repeated-rows.ts'

type Parts = Parameters<typeof createRepeatLookup>[0]

test('what was paid before is compared anew once a run has ended, and at most every five seconds while one goes on', async () => {
  let nowMs = 0
  let compared = 0
  let state = 'running'
  let payments = 0
  const parts = {
    distributions: { repeated: async () => ({ compared: ++compared }) },
    runs: { latest: async () => ({ id: 1, state }) },
    ledger: { totals: async () => [{ payments, unproved: { payments: 0 } }] },
  } as unknown as Parts
  const lookup = createRepeatLookup(parts, () => nowMs)
  const look = async () => (await lookup({ id: 'd' } as Distribution)) as unknown
  expect(await look()).toEqual({ compared: 1 })
  payments = 1
  nowMs = 4_000
  expect(await look()).toEqual({ compared: 1 })
  nowMs = 6_000
  expect(await look()).toEqual({ compared: 2 })
  payments = 2
  state = 'completed'
  nowMs = 6_100
  expect(await look()).toEqual({ compared: 3 })
  nowMs = 30_000
  expect(await look()).toEqual({ compared: 3 })
  nowMs = 40_000
  expect(await look()).toEqual({ compared: 4 })
})
