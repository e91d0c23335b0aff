import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import { type FaultyRpcProxy, startFaultyRpcProxy } from '../harness/faulty-rpc-proxy.ts'
import { holdPayment } from '../harness/hold-payment.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim, sampleRun } from '../harness/sample-rows.ts'
import { unknownSignature } from '../harness/unknown-signature.ts'

let portal: PayingPortal
let node: FaultyRpcProxy
let otherMint: string
beforeAll(async () => {
  portal = await startPayingPortal()
  node = await startFaultyRpcProxy(portal.localnet.url)
  const rpcUrl = portal.localnet.url
  const payer = portal.wallet
  ;({ mint: otherMint } = await createDemoMint({
    rpcUrl,
    payer,
    decimals: 9,
    supplyBaseUnits: 1n,
    to: payer.address,
  }))
})
afterAll(async () => {
  await portal.close()
  await node.close()
})
beforeEach(() => {
  node.fault = 'well'
})

const sender = () => portal.ferry.app.store.senders.find('bulk')

const configure = (change: object) => portal.requestConfig('bulk', { rpcUrl: node.url, ...change })

/** Changes after which the payments under way would belong to another wallet, token or cluster. */
const CHANGES: [string, () => Promise<object>][] = [
  ['wallet', async () => ({ privateKey: (await makeSolanaKey()).keyJson })],
  ['token', async () => ({ tokenMintAddress: otherMint })],
  [
    'cluster',
    async () => {
      node.fault = 'mainnet'
      return { confirmMainnet: true }
    },
  ],
]

const SENDER_BOUND = ['run_in_progress', 'sender_in_use', 'attempts_unresolved']

describe.each(CHANGES)('another %s', (_, change) => {
  test('is refused while a payment is unsettled', async () => {
    expect(await configure({})).toMatchObject({ status: 200 })
    const { attemptId } = await holdPayment(portal.ferry.app, unknownSignature())
    const before = await sender()
    const refused = await configure(await change())
    expect(refused).toMatchObject({ status: 409 })
    expect(SENDER_BOUND).toContain(refused.code)
    expect(await sender()).toEqual(before)

    node.fault = 'well'
    expect(await configure({ batchSize: 7 })).toMatchObject({ status: 200 })
    expect(await sender()).toMatchObject({ walletAddress: portal.wallet.address, batchSize: 7 })
    const { journal } = portal.ferry.app.store
    const [attempt] = (await journal.unresolved(portal.localnet.genesisHash)).filter(
      ({ id }) => id === attemptId,
    )
    if (!attempt) throw new Error('nothing is unsettled')
    await journal.settleExpired(attempt, 'test', Date.now())
    expect(await configure(await change())).toMatchObject({ status: 200 })
  })

  test('is refused while a run is unfinished', async () => {
    expect(await configure({})).toMatchObject({ status: 200 })
    const { runs, leases } = portal.ferry.app.store
    const before = await sender()
    if (!before) throw new Error('no sender')
    const { walletAddress, mintAddress, genesisHash } = before
    // However long this takes, the server does not begin to pay the run itself.
    await leases.acquireFree(walletAddress, 'test', Date.now(), 3_600_000)
    const run = await runs.create(sampleRun({ walletAddress, mintAddress, genesisHash }))
    for (const state of ['running', 'stopping']) {
      if (state === 'stopping') await runs.askToStop(run?.id ?? 0)
      const refused = await configure(await change())
      expect(refused, state).toMatchObject({ status: 409 })
      expect(SENDER_BOUND).toContain(refused.code)
      expect(await sender()).toEqual(before)
      node.fault = 'well'
    }
    await runs.finish(run?.id ?? 0, 'stopped', null, Date.now())
    expect(await configure(await change())).toMatchObject({ status: 200 })
  })
})

test('a node that now answers for another cluster is used neither for a run nor for an estimate', async () => {
  expect(await configure({})).toMatchObject({ status: 200 })
  await portal.ferry.app.store.claims.insertMany([sampleClaim({ solAddress: portal.wallet.address })])
  node.fault = 'mainnet'
  const { start, estimate } = endpoints.bulkSender
  for (const endpoint of [start, estimate]) {
    const response = await portal.call(endpoint)
    const { path } = endpoint
    expect([path, response.statusCode, response.json().code]).toEqual([path, 409, 'cluster_changed'])
  }
  expect(await portal.ferry.app.store.runs.unfinished()).toEqual([])
})
