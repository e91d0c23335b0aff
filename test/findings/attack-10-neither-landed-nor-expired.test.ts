import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#payout/clock.ts'
import { runPayout } from '#payout/run-payout.ts'
import type { Cluster } from '#solana/cluster.ts'
import { prepareSendingGround, type SendingGround } from '../harness/sending-ground.ts'

let ground: SendingGround
beforeEach(async () => {
  ground = await prepareSendingGround()
})
afterEach(() => ground.close())

/** Minutes of the engine pass in seconds. */
const QUICK_CLOCK = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() * 200 }

test.each<[string, (cluster: Cluster) => Partial<Cluster>]>([
  [
    'a node that says "confirmed" for ever, as of a fork that is gone',
    (cluster) => ({
      signatureStatuses: async (signatures) => ({
        contextSlot: (await cluster.latestBlockhash()).contextSlot,
        statuses: signatures.map(() => ({ slot: 1, commitment: 'confirmed', error: null })),
      }),
    }),
  ],
  [
    'a proxy that answers for ever from the first height it heard',
    (cluster) => {
      const first = cluster.finalizedPosition()
      return {
        finalizedPosition: () => first,
        broadcast: async () => ({ accepted: true }),
      }
    },
  ],
])('%s: the run says what it waits for', { timeout: 40_000 }, async (_, lie) => {
  await ground.addClaims(1)
  const run = await ground.createRun()
  const parts = await ground.parts({ node: lie(ground.cluster) })
  const stop = new AbortController()
  const running = runPayout(run, { ...parts, clock: QUICK_CLOCK }, stop.signal)
  await expect
    .poll(() => ground.store.runs.find(run.id), { timeout: 20_000 })
    .toMatchObject({ message: expect.stringContaining('neither finalized nor expired') })
  stop.abort()
  expect(await running).toBe('interrupted')
})
