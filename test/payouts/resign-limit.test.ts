import { afterEach, beforeEach, expect, test } from 'vitest'
import { runPayout } from '#payout/run-payout.ts'
import { openDatabase } from '#store/database/database.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'

let environment: SendingEnvironment
beforeEach(async () => {
  // In one format: a v1 transaction that expires is followed by v0, whose fee is another.
  environment = await prepareSendingEnvironment({ v1Transactions: false })
})
afterEach(() => environment.close())

/** The payments that were signed, in their order. */
async function signedPayments() {
  const { db, close } = await openDatabase(environment.storePath)
  try {
    return await db
      .selectFrom('attempt')
      .select(['state', 'feeLamports', 'error'])
      .where('kind', '=', 'payment')
      .orderBy('journaledAtMs')
      .execute()
  } finally {
    await close()
  }
}

test('a payment that expires each time is signed four times, at fees within the cap, and then held', {
  timeout: 180_000,
}, async () => {
  const { store, rpc } = environment
  const [claim] = await environment.addClaims(1)
  const run = await environment.createRun()
  const markers = new Set<string>()
  const parts = await environment.parts({
    // The lowest price: an expiry would double it.
    priorityFeeCap: 1_000,
    // Takes every payment and forwards none; markers land, so that the node's history proves each expiry.
    node: {
      broadcast: async (attempt) => {
        const { kind, signature } = attempt as JournaledAttempt
        if (kind !== 'marker') return { accepted: true }
        markers.add(signature)
        return rpc.broadcast(attempt)
      },
    },
  })
  expect(await runPayout(run, parts, new AbortController().signal)).toBe('finished')

  const signed = await signedPayments()
  expect(signed.map(({ state }) => state)).toEqual(['expired', 'expired', 'expired', 'hold'])
  expect(signed[3]?.error).toMatch(/it was signed 4 times, and expired each time without landing/)
  expect(new Set(signed.map(({ feeLamports }) => feeLamports)).size).toBe(1)
  expect(markers.size).toBeGreaterThan(0)
  expect(await store.runs.transferCounts(run.id)).toMatchObject({ hold: 1, queued: 0, paid: 0 })
  expect(await environment.balanceOf(claim?.solAddress ?? '')).toBe(0n)
})
