import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { callsBetween, totalCalls } from '#lab/localnet/call-counter.ts'
import { addClaims } from '../harness/add-claims.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'

const RECIPIENTS = 1_000
const MAX_CALLS = 400

/** Longer than a node's genesis hash is cached: the run can not use what the sender's configuration asked. */
const PAUSE_MS = 3_000

let portal: PayingPortal
beforeAll(async () => {
  // Blocks come as they do on a public cluster: calls are paced by them.
  portal = await startPayingPortal({ slotMs: 400, finalizedAfterSlots: 32 })
}, 60_000)
afterAll(() => portal.close())

test('a run of 1,000 new accounts asks little, and a fiftieth of the most for the genesis hash', {
  timeout: 240_000,
}, async () => {
  await addClaims(
    portal.ferry.app,
    Array.from({ length: RECIPIENTS }, () => sampleClaim({ solAddress: freshSolanaAddress() })),
  )
  await portal.configure('bulk')
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  const before = portal.localnet.calls()
  await portal.call(endpoints.bulkSender.start)
  const newest = async () => (await portal.call(endpoints.bulkSender.runs)).json().runs[0]
  await expect
    .poll(newest, { timeout: 200_000, interval: 500 })
    .toMatchObject({ status: 'completed', paid: RECIPIENTS, comparison: { agrees: true } })
  const calls = callsBetween(before, portal.localnet.calls())
  const total = totalCalls(calls)
  expect(total, JSON.stringify(calls)).toBeLessThanOrEqual(MAX_CALLS)
  // A busy machine reads more often between two checks than a quiet one.
  expect((calls.getGenesisHash ?? 0) * 50, JSON.stringify(calls)).toBeLessThanOrEqual(MAX_CALLS)
})
