import { createSolanaRpc } from '@solana/kit'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forAllTests } from '../../test/harness/for-tests.ts'
import { answerJsonRpc, MislabelledResult, type RpcCall, RpcError } from './json-rpc.ts'
import { type Localnet, startLocalnet } from './start-localnet.ts'

describe('start localnet', () => {
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
    {
      name: 'bad params',
      body: '{"jsonrpc":"2.0","id":1,"method":"getBalance","params":["x"]}',
      code: -32602,
    },
    { name: 'no JSON', body: 'hello', code: -32700 },
  ])('refuses $name with $code', async ({ body, code }) => {
    localnet = await startLocalnet({ slotMs: null })
    const response = await post(body)
    expect(await response.json()).toMatchObject({ error: { code } })
  })
})

describe('call counter', () => {
  const localnet = forAllTests(() => startLocalnet({ slotMs: null }))

  test('another node of the same cluster has no faults, and is not counted', async () => {
    localnet.faults.use({ seed: 1, rules: [{ kind: 'drop', probability: 1 }] })
    const before = localnet.calls()
    const honest = await localnet.openHonestNode()
    expect(await createSolanaRpc(honest.url).getGenesisHash().send()).toBe(localnet.genesisHash)
    expect(localnet.calls()).toEqual(before)
    await honest.close()
  })
})

const call: RpcCall = async (method, params) => {
  if (method === 'echo') return params
  if (method === 'u64') return 2n ** 64n - 1n
  if (method === 'nothing') return null
  if (method === 'refuse') throw new RpcError(-32016, 'not yet', { contextSlot: 7 })
  if (method === 'mislabel') return new MislabelledResult('other', params)
  throw new Error('a secret of the inside')
}

const answer = (body: string) => answerJsonRpc(body, call, new AbortController().signal)

const request = (method: string, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params: [method] })

test.each([
  { name: 'a result', body: request('echo'), answer: { jsonrpc: '2.0', result: ['echo'], id: 1 } },
  { name: 'a null result', body: request('nothing', 'x'), answer: { jsonrpc: '2.0', result: null, id: 'x' } },
  {
    name: 'an error with its data',
    body: request('refuse'),
    answer: { jsonrpc: '2.0', error: { code: -32016, message: 'not yet', data: { contextSlot: 7 } }, id: 1 },
  },
  {
    name: 'a result under another id',
    body: request('mislabel'),
    answer: { jsonrpc: '2.0', result: ['mislabel'], id: 'other' },
  },
  {
    name: 'a fault without its message',
    body: request('fault'),
    answer: { jsonrpc: '2.0', error: { code: -32603, message: 'Internal error' }, id: 1 },
  },
  {
    name: 'what is no request',
    body: { id: 1, method: 'echo' },
    answer: { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' }, id: null },
  },
  {
    name: 'an empty batch',
    body: [],
    answer: { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' }, id: null },
  },
  {
    name: 'a batch in its order, without its notifications',
    body: [request('echo', 2), { jsonrpc: '2.0', method: 'echo' }, request('nothing', 1)],
    answer: [
      { jsonrpc: '2.0', result: ['echo'], id: 2 },
      { jsonrpc: '2.0', result: null, id: 1 },
    ],
  },
])('answers $name', async ({ body, answer: expected }) => {
  expect(JSON.parse((await answer(JSON.stringify(body))) ?? '')).toEqual(expected)
})

test('answers broken JSON as a parse error', async () => {
  expect(await answer('{"jsonrpc":')).toContain('-32700')
})

test('does not answer a notification', async () => {
  expect(await answer('{"jsonrpc":"2.0","method":"echo"}')).toBeNull()
})

test('writes a u64 exactly', async () => {
  const text = await answer(JSON.stringify(request('u64')))
  expect(text).toContain('"result":18446744073709551615')
})
