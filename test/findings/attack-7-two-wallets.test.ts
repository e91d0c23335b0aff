import { afterEach, beforeEach, expect, test } from 'vitest'
import { runPayout } from '#payout/run-payout.ts'
import { sampleAttempt, sampleRun } from '../harness/sample-rows.ts'
import { prepareSendingGround, type SendingGround } from '../harness/sending-ground.ts'

let ground: SendingGround
beforeEach(async () => {
  ground = await prepareSendingGround()
})
afterEach(() => ground.close())

/** What the other sender, with a wallet of its own, has under way on the same cluster. */
async function anotherWalletPays(): Promise<void> {
  const { store, wallet, cluster } = ground
  const terms = { wallet_address: 'another wallet', genesis_hash: wallet.genesisHash }
  const run = await store.runs.create(sampleRun({ ...terms, sender: 'standalone' }))
  const fence = await store.leases.acquireFree('another wallet', 'another run', 1, 1)
  if (!run || fence === null) throw new Error('nothing to journal for')
  const { contextSlot } = await cluster.latestBlockhash()
  const life = { context_slot: contextSlot, last_valid_block_height: 1_000_000 }
  const attempt = sampleAttempt(run.id, fence, { ...terms, ...life, signature: '1'.repeat(64) })
  await store.journal.write({ name: 'another wallet', fence }, run.id, [{ attempt, transferIds: [] }])
}

test('a run ends when nothing of its own is under way, whatever the other sender’s wallet has', {
  timeout: 30_000,
}, async () => {
  await ground.addClaims(2)
  await anotherWalletPays()
  const run = await ground.createRun()
  const stop = AbortSignal.timeout(15_000)
  expect(await runPayout(run, await ground.parts(), stop)).toBe('finished')
  expect(await ground.store.runs.find(run.id)).toMatchObject({ state: 'completed', message: null })
})
