import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import { runPayout } from '#payout/run-payout.ts'
import type { Cluster } from '#solana/cluster.ts'
import { connectCluster } from '#solana/connect-cluster.ts'
import { type MoodyNode, startMoodyNode } from '../harness/moody-node.ts'
import { prepareSendingGround, type SendingGround } from '../harness/sending-ground.ts'

const IMPATIENT = { timeoutMs: 2_000, retries: 0 }

let ground: SendingGround
let first: MoodyNode
beforeEach(async () => {
  ground = await prepareSendingGround()
  first = await startMoodyNode(ground.localnet.url)
})
afterEach(async () => {
  await first.close()
  await ground.close()
})

const partsWith = (second: Cluster | null) =>
  ground.parts({ nodes: [connectCluster(first.url, IMPATIENT)], second })

test('while the first node takes transactions and answers nothing else, the second is read', async () => {
  first.mood = 'deaf'
  await ground.addClaims(12)
  const run = await ground.createRun()
  const outcome = await runPayout(run, await partsWith(ground.cluster), new AbortController().signal)

  expect(outcome).toBe('finished')
  expect(await ground.store.runs.transferCounts(run.id)).toMatchObject({ paid: 12, failed: 0, hold: 0 })
})

test('the second node is never sent to: that is the first one’s', async () => {
  first.mood = 'down'
  await ground.addClaims(1)
  const run = await ground.createRun()
  const second = await startMoodyNode(ground.localnet.url)
  const giveUp = AbortSignal.timeout(3_000)
  await runPayout(run, await partsWith(connectCluster(second.url, IMPATIENT)), giveUp)

  expect(first.asked).toContain('sendTransaction')
  expect(second.asked).toContain('getLatestBlockhash')
  expect(second.asked).not.toContain('sendTransaction')
  expect(await ground.store.runs.transferCounts(run.id)).toMatchObject({ paid: 0, live: 1 })
  await second.close()
})

test('a second node of another cluster is not believed', async () => {
  first.mood = 'deaf'
  await ground.addClaims(1)
  const run = await ground.createRun()
  const other: Localnet = await startLocalnet({ slotMs: 20 })
  await runPayout(run, await partsWith(connectCluster(other.url, IMPATIENT)), AbortSignal.timeout(3_000))

  expect(first.asked).not.toContain('sendTransaction')
  expect(await ground.store.runs.find(run.id)).toMatchObject({
    state: 'running',
    message: expect.stringMatching(/^Waiting for the Solana RPC node/),
  })
  await other.close()
})
