import { createSolanaRpc } from '@solana/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Localnet, startLocalnet } from './start-localnet.ts'

let localnet: Localnet
beforeAll(async () => {
  localnet = await startLocalnet({ slotMs: null })
})
afterAll(() => localnet.close())

test('another node of the same cluster has no faults, and is not counted', async () => {
  localnet.faults.use({ seed: 1, rules: [{ kind: 'drop', probability: 1 }] })
  const before = localnet.calls()
  const honest = await localnet.openHonestNode()
  expect(await createSolanaRpc(honest.url).getGenesisHash().send()).toBe(localnet.genesisHash)
  expect(localnet.calls()).toEqual(before)
  await honest.close()
})
