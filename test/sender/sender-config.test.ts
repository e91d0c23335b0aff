import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { type FaultyRpcProxy, startFaultyRpcProxy } from '../harness/faulty-rpc-proxy.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'

let portal: PayingPortal
let node: FaultyRpcProxy
beforeAll(async () => {
  portal = await startPayingPortal()
  node = await startFaultyRpcProxy(portal.localnet.url)
})
afterAll(async () => {
  await portal.close()
  await node.close()
})

describe.each([
  ['bulk', endpoints.bulkSender],
  ['standalone', endpoints.standaloneSender],
] as const)('the %s sender', (kind, endpoint) => {
  const configure = (change: object) => portal.requestConfig(kind, { rpcUrl: node.url, ...change })
  const status = async () => (await portal.call(endpoint.status)).json()

  test('is set for mainnet only with a confirmation; the genesis hash decides, not the URL', async () => {
    node.fault = 'mainnet'
    for (const confirmMainnet of [undefined, false]) {
      expect(await configure({ confirmMainnet })).toMatchObject({ status: 409, code: 'confirm_mainnet' })
    }
    expect(await status()).toMatchObject({ configured: false, priorityFeeCap: null })
    expect(await configure({ confirmMainnet: true, testKey: true })).toMatchObject({
      status: 400,
      code: 'test_key_on_mainnet',
    })
    const guessable = await makeSolanaKey(new Uint8Array(32).fill(7))
    expect(await configure({ confirmMainnet: true, privateKey: guessable.keyJson })).toMatchObject({
      code: 'test_key_on_mainnet',
    })
    expect(await configure({ confirmMainnet: true })).toMatchObject({ status: 200, cluster: 'mainnet' })
    expect(await status()).toMatchObject({ configured: true, cluster: 'mainnet' })
    node.fault = 'well'
    expect(await configure({ testKey: true })).toMatchObject({ status: 200, cluster: 'other' })
  })

  test("pays no more for a compute unit than the operator's cap", async () => {
    expect(await configure({})).toMatchObject({ status: 200 })
    expect(await status()).toMatchObject({ priorityFeeCap: 1_000_000 })
    expect(await configure({ priorityFeeCap: 0 })).toMatchObject({ status: 200 })
    expect(await status()).toMatchObject({ priorityFeeCap: 0 })
    expect(await portal.ferry.app.store.senders.find(kind)).toMatchObject({ priorityFeeCap: 0 })
    for (const priorityFeeCap of [-1, 1.5, 100_000_001, '5']) {
      expect(await configure({ priorityFeeCap })).toMatchObject({
        status: 400,
        code: 'invalid_request',
        details: [{ where: 'priorityFeeCap' }],
      })
    }
  })
})
