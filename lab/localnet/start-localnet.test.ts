import { createSolanaRpc } from '@solana/kit'
import { afterEach, expect, test, vi } from 'vitest'
import { type Localnet, startLocalnet } from './start-localnet.ts'

let localnet: Localnet | undefined

afterEach(() => localnet?.close())

async function post(body: string) {
  return fetch(localnet?.url ?? '', { method: 'POST', body })
}

test('makes blocks by itself, and stops serving when closed', async () => {
  localnet = await startLocalnet({ slotMs: 5 })
  const { chain } = localnet.cluster
  await vi.waitFor(() => expect(chain.tip.height).toBeGreaterThan(25))
  expect(chain.tip.slot).toBeGreaterThan(chain.tip.height)
  await localnet.close()
  const { height } = chain.tip
  await expect(post('{}')).rejects.toThrow()
  expect(chain.tip.height).toBe(height)
  localnet = undefined
})

test('answers its version and identity', async () => {
  const genesisHash = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'
  localnet = await startLocalnet({ slotMs: null, genesisHash })
  const rpc = createSolanaRpc(localnet.url)
  expect(await rpc.getGenesisHash().send()).toBe(genesisHash)
  expect(await rpc.getHealth().send()).toBe('ok')
  expect(await rpc.getVersion().send()).toHaveProperty('solana-core')
  expect(await rpc.getFirstAvailableBlock().send()).toBe(0n)
  expect((await rpc.getIdentity().send()).identity).toMatch(/^\w{32,44}$/)
  expect(await rpc.getEpochInfo({ commitment: 'processed' }).send()).toMatchObject({
    absoluteSlot: 1n,
    epoch: 0n,
  })
  expect((await rpc.getRecentPrioritizationFees().send()).length).toBe(2)
  expect(await rpc.getTransactionCount({ commitment: 'processed' }).send()).toBe(0n)
})

test('tells how many slots passed, by its clock', async () => {
  let nowMs = 1_000_000
  localnet = await startLocalnet({ slotMs: null, nowMs: () => nowMs })
  const rpc = createSolanaRpc(localnet.url)
  expect(await rpc.getRecentPerformanceSamples(1).send()).toEqual([])
  for (let block = 0; block < 19; block++) {
    nowMs += 200
    localnet.tick()
  }
  // Slot 20 is passed over.
  expect(await rpc.getRecentPerformanceSamples(1).send()).toMatchObject([
    { numSlots: 10n, samplePeriodSecs: 2 },
  ])
})

test.each([
  { name: 'an unknown method', body: '{"jsonrpc":"2.0","id":1,"method":"getMoon"}', code: -32601 },
  { name: 'a method of every object', body: '{"jsonrpc":"2.0","id":1,"method":"toString"}', code: -32601 },
  { name: 'bad params', body: '{"jsonrpc":"2.0","id":1,"method":"getBalance","params":["x"]}', code: -32602 },
  { name: 'no JSON', body: 'hello', code: -32700 },
])('refuses $name with $code', async ({ body, code }) => {
  localnet = await startLocalnet({ slotMs: null })
  const response = await post(body)
  expect(await response.json()).toMatchObject({ error: { code } })
})
