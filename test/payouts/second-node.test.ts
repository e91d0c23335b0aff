import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import { runPayout } from '#payout/run-payout.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { type FaultyRpcProxy, startFaultyRpcProxy } from '../harness/faulty-rpc-proxy.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'

const IMPATIENT = { timeoutMs: 2_000, retries: 0 }

let environment: SendingEnvironment
let first: FaultyRpcProxy
beforeEach(async () => {
  environment = await prepareSendingEnvironment()
  first = await startFaultyRpcProxy(environment.localnet.url)
})
afterEach(async () => {
  await first.close()
  await environment.close()
})

const partsWith = (second: SolanaRpc | null) =>
  environment.parts({ nodes: [connectRpc(first.url, IMPATIENT)], second })

test('while the first node takes transactions and answers nothing else, the second is read', async () => {
  first.fault = 'deaf'
  await environment.addClaims(12)
  const run = await environment.createRun()
  const outcome = await runPayout(run, await partsWith(environment.rpc), new AbortController().signal)

  expect(outcome).toBe('finished')
  expect(await environment.store.runs.transferCounts(run.id)).toMatchObject({ paid: 12, failed: 0, hold: 0 })
})

test('the second node is never sent to: that is the first one’s', async () => {
  first.fault = 'down'
  await environment.addClaims(1)
  const run = await environment.createRun()
  const second = await startFaultyRpcProxy(environment.localnet.url)
  const giveUp = AbortSignal.timeout(3_000)
  await runPayout(run, await partsWith(connectRpc(second.url, IMPATIENT)), giveUp)

  expect(first.asked).toContain('sendTransaction')
  expect(second.asked).toContain('getLatestBlockhash')
  expect(second.asked).not.toContain('sendTransaction')
  expect(await environment.store.runs.transferCounts(run.id)).toMatchObject({ paid: 0, in_flight: 1 })
  await second.close()
})

test('a second node of another cluster is not relied on', async () => {
  first.fault = 'deaf'
  await environment.addClaims(1)
  const run = await environment.createRun()
  const other: Localnet = await startLocalnet({ slotMs: 20 })
  await runPayout(run, await partsWith(connectRpc(other.url, IMPATIENT)), AbortSignal.timeout(3_000))

  expect(first.asked).not.toContain('sendTransaction')
  expect(await environment.store.runs.find(run.id)).toMatchObject({
    state: 'running',
    message: expect.stringMatching(/^Waiting for the Solana RPC node/),
  })
  await other.close()
})

test('while the second node alone is silent, the run waits since one moment', async () => {
  await environment.addClaims(1)
  const run = await environment.createRun()
  const second = await startFaultyRpcProxy(environment.localnet.url)
  const leaving = new AbortController()
  const paying = runPayout(run, await partsWith(connectRpc(second.url, IMPATIENT)), leaving.signal)
  await expect.poll(() => first.asked, { interval: 5 }).toContain('sendTransaction')
  second.fault = 'down'
  const isWaiting = async () => (await environment.store.runs.find(run.id))?.waitingSinceMs ?? null
  await expect.poll(isWaiting, { interval: 5 }).not.toBeNull()

  const moments = new Set<number | null>()
  for (let look = 0; look < 100; look += 1) {
    moments.add(await isWaiting())
    await setTimeout(10)
  }

  expect(moments.size).toBe(1)
  leaving.abort()
  await paying
  await second.close()
})
