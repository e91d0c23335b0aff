import { afterEach, beforeEach, expect, test } from 'vitest'
import { runPayout } from '#payout/run-payout.ts'
import { sampleAttempt, sampleRun } from '../harness/sample-rows.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'

let environment: SendingEnvironment
beforeEach(async () => {
  environment = await prepareSendingEnvironment()
})
afterEach(() => environment.close())

/** Starts a payment of the other sender, with a wallet of its own, on the same cluster. */
async function anotherWalletPays(): Promise<void> {
  const { store, wallet, rpc } = environment
  const terms = { walletAddress: 'another wallet', genesisHash: wallet.genesisHash }
  const run = await store.runs.create(sampleRun({ ...terms, sender: 'standalone' }))
  const fence = await store.leases.acquireFree('another wallet', 'another run', 1, 1)
  if (!run || fence === null) throw new Error('nothing to journal for')
  const { contextSlot } = await rpc.latestBlockhash()
  const life = { contextSlot, lastValidBlockHeight: 1_000_000 }
  const attempt = sampleAttempt(run.id, fence, { ...terms, ...life, signature: '1'.repeat(64) })
  await store.journal.write({ name: 'another wallet', fence }, run.id, [{ attempt, transfers: [] }])
}

test('a run ends when nothing of its own is under way, regardless of the other sender’s wallet', {
  timeout: 30_000,
}, async () => {
  await environment.addClaims(2)
  await anotherWalletPays()
  const run = await environment.createRun()
  const stop = AbortSignal.timeout(15_000)
  expect(await runPayout(run, await environment.parts(), stop)).toBe('finished')
  expect(await environment.store.runs.find(run.id)).toMatchObject({ state: 'completed', message: null })
})
