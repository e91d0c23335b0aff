import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#payout/clock.ts'
import { runPayout } from '#payout/run-payout.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../../harness/sending-environment.ts'

let environment: SendingEnvironment
beforeEach(async () => {
  environment = await prepareSendingEnvironment()
})
afterEach(() => environment.close())

/** A clock on which minutes pass in seconds. */
const QUICK_CLOCK = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() * 200 }

test.each<[string, (rpc: SolanaRpc) => Partial<SolanaRpc>]>([
  [
    'a node that says "confirmed" for ever, as of a fork that is gone',
    (rpc) => ({
      signatureStatuses: async (signatures) => ({
        contextSlot: (await rpc.latestBlockhash()).contextSlot,
        statuses: signatures.map(() => ({ slot: 1, commitment: 'confirmed', error: null })),
      }),
    }),
  ],
  [
    'a proxy that answers for ever with the first height it got',
    (rpc) => {
      const first = rpc.finalizedPosition()
      return {
        finalizedPosition: () => first,
        broadcast: async () => ({ accepted: true }),
      }
    },
  ],
])('%s: the run shows what it waits for', { timeout: 40_000 }, async (_, broken) => {
  await environment.addClaims(1)
  const run = await environment.createRun()
  const parts = await environment.parts({ node: broken(environment.rpc) })
  const stop = new AbortController()
  const running = runPayout(run, { ...parts, clock: QUICK_CLOCK }, stop.signal)
  await expect
    .poll(() => environment.store.runs.find(run.id), { timeout: 20_000 })
    .toMatchObject({ message: expect.stringContaining('neither finalized nor expired') })
  stop.abort()
  expect(await running).toBe('interrupted')
})
