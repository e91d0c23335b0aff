import { createSolanaRpc } from '@solana/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsBetween, readCalls, totalCalls } from './call-counter.ts'
import { type Localnet, startLocalnet } from './start-localnet.ts'

let localnet: Localnet
beforeAll(async () => {
  localnet = await startLocalnet({ slotMs: null })
})
afterAll(() => localnet.close())

test('counts every request by its method, refused and unanswered ones too', async () => {
  const before = await readCalls(localnet.url)
  const rpc = createSolanaRpc(localnet.url)
  await rpc.getSlot().send()
  await rpc.getBlockHeight().send()
  localnet.faults.use({ seed: 1, rules: [{ kind: 'drop', probability: 1, methods: ['getBlockHeight'] }] })
  await rpc
    .getBlockHeight()
    .send()
    .catch(() => {})

  const calls = callsBetween(before, await readCalls(localnet.url))
  expect(Object.entries(calls)).toEqual([
    ['getBlockHeight', 2],
    ['getSlot', 1],
  ])
  expect(totalCalls(calls)).toBe(3)
  expect(localnet.calls()).toEqual(await readCalls(localnet.url))
})

test('another node of the same cluster has no faults, and is not counted', async () => {
  localnet.faults.use({ seed: 1, rules: [{ kind: 'drop', probability: 1 }] })
  const before = localnet.calls()
  const honest = await localnet.openHonestNode()
  expect(await createSolanaRpc(honest.url).getGenesisHash().send()).toBe(localnet.genesisHash)
  expect(localnet.calls()).toEqual(before)
  await honest.close()
})
