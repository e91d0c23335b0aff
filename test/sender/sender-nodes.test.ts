import { describe, expect, test } from 'vitest'
import { MAX_NODES } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { SenderKind } from '#domain/sender.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { type Alteration, startAlteringNode, withDecimals } from '../harness/node-proxies.ts'
import { holdPayment, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim, unknownSignature } from '../harness/sample-rows.ts'
import { reply, replyError, startTestNode } from '../harness/test-node.ts'

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9'
const OTHER_CLUSTER = freshSolanaAddress()
const MINT_READ = 'getMultipleAccounts'

const portal = forEachTest(startPayingPortal)
const node = forEachTest(() => startAlteringNode(portal.localnet.url))
const configure = (change: object, kind: SenderKind = 'bulk') =>
  portal.requestConfig(kind, { rpcUrl: undefined, ...change })

const status = async () => (await portal.call(endpoints.bulkSender.status)).json()
const saved = () => portal.ferry.app.store.senders.find('bulk')

describe('the nodes of a sender', () => {
  test('are a list, or one URL, the first first', async () => {
    const { url } = portal.localnet
    expect(await configure({ rpcUrl: url })).toMatchObject({ status: 200, warnings: [] })
    expect(await saved()).toMatchObject({ rpcUrl: url, fallbackRpcUrls: [], mintExtensions: [] })
    const rpcUrls = [node.url, `${url}/?api-key=secret`]
    for (const first of [{}, { rpcUrl: node.url }]) {
      expect(await configure({ ...first, rpcUrls })).toMatchObject({ status: 200 })
      expect(await saved()).toMatchObject({
        rpcUrl: node.url,
        fallbackRpcUrls: rpcUrls.slice(1),
      })
    }
    expect(await status()).toMatchObject({ rpcUrl: node.url, nodes: [node.url, url] })
    // The same node twice counts once.
    expect(await configure({ rpcUrls: [url, url] })).toMatchObject({ status: 200 })
    expect(await saved()).toMatchObject({ rpcUrl: url, fallbackRpcUrls: [] })
    expect(await configure({ rpcUrls }, 'standalone')).toMatchObject({ status: 200 })
  })

  test('are rejected in any other form', async () => {
    const { url } = portal.localnet
    for (const [change, answer] of [
      [{}, { status: 400, code: 'invalid_request', details: [{ where: 'rpcUrl' }] }],
      [{ rpcUrls: [] }, { status: 400, code: 'invalid_request', details: [{ where: 'rpcUrls' }] }],
      [
        { rpcUrls: Array.from({ length: MAX_NODES + 1 }, (_, index) => `${url}/${index}`) },
        { status: 400, code: 'invalid_request', details: [{ where: 'rpcUrls' }] },
      ],
      [
        { rpcUrl: url, rpcUrls: [node.url, url] },
        { status: 400, code: 'invalid_request', details: [{ where: 'rpcUrls' }] },
      ],
      [{ rpcUrls: [url, 'ftp://node.example'] }, { status: 400, code: 'invalid_rpc_url' }],
      [{ rpcUrls: [url, 'no url'] }, { status: 400, code: 'invalid_rpc_url' }],
    ] as const) {
      expect(await configure(change)).toMatchObject(answer)
    }
    expect(await saved()).toBeUndefined()
  })

  test('that do not answer are named, without parts that may be a key', async () => {
    const refused = await configure({ rpcUrls: [portal.localnet.url, `${NOWHERE}/v2/secret`] })
    expect(refused).toMatchObject({ status: 503, code: 'node_unreachable' })
    expect(refused.error).toContain(`${NOWHERE} could not be reached`)
    expect(refused.error).not.toContain('secret')
    expect(await configure({ rpcUrls: [NOWHERE] })).toMatchObject({ status: 503, code: 'rpc_unreachable' })
    expect(await saved()).toBeUndefined()
  })

  test('that hang are named, all of them, and the others can be saved', { timeout: 120_000 }, async () => {
    const [one, two] = [await startTestNode(() => {}), await startTestNode(() => {})]
    const { url } = portal.localnet
    const refused = await configure({ rpcUrls: [one.url, url, `${two.url}/v2/secret`] })
    expect(refused).toMatchObject({
      status: 503,
      code: 'node_unreachable',
      context: { node: `${one.url}, ${two.url}` },
    })
    expect(await saved()).toBeUndefined()
    expect(await configure({ rpcUrls: [url] })).toMatchObject({ status: 200 })
  })

  test.each<[string, RegExp, Alteration]>([
    [
      'another cluster',
      /answers for another cluster/,
      (method, _, result) => (method === 'getGenesisHash' ? OTHER_CLUSTER : result),
    ],
    [
      'other decimals',
      /shows another token/,
      (method, _, result) => (method === MINT_READ ? withDecimals(result, 6) : result),
    ],
    [
      'no such mint',
      /shows another token/,
      (method, _, result) => (method === MINT_READ ? { ...(result as object), value: [null] } : result),
    ],
  ])('must agree: %s', async (_, difference, alteration) => {
    node.alter(alteration)
    const { url } = portal.localnet
    for (const rpcUrls of [
      [url, node.url],
      [url, `${url}/again`, node.url],
    ]) {
      const refused = await configure({ rpcUrls, confirmMainnet: true })
      expect(refused).toMatchObject({ status: 409, code: 'nodes_disagree' })
      expect(refused.error).toMatch(difference)
      expect(refused.error).toContain(`${node.url} `)
    }
    expect(await saved()).toBeUndefined()
  })
})

describe('the token', () => {
  test.each<[string, Alteration]>([
    [
      'other decimals in its first answer',
      (m, n, r) => (m === MINT_READ && n === 1 ? withDecimals(r, 6) : r),
    ],
    ['other decimals in its last answer', (m, n, r) => (m === MINT_READ && n === 2 ? withDecimals(r, 6) : r)],
    ['another cluster at first', (m, n, r) => (m === 'getGenesisHash' && n === 1 ? freshSolanaAddress() : r)],
    ['mainnet at last', (m, n, r) => (m === 'getGenesisHash' && n === 2 ? MAINNET_GENESIS_HASH : r)],
    ['no mint at first', (m, n, r) => (m === MINT_READ && n === 1 ? { ...(r as object), value: [null] } : r)],
  ])('is not taken from a node that shows %s', async (_, alteration) => {
    for (const rpcUrls of [[node.url], [portal.localnet.url, node.url]]) {
      node.alter(alteration)
      expect(await configure({ rpcUrls })).toMatchObject({ status: 503, code: 'mint_unsteady' })
    }
    expect(await saved()).toBeUndefined()
    node.alter((_method, _count, result) => result)
    expect(await configure({ rpcUrls: [node.url] })).toMatchObject({ status: 200, tokenDecimals: 9 })
  })
})

describe('while a run is unfinished', () => {
  /** Another mint, with tokens in the same wallet. */
  async function anotherMint(decimals: number): Promise<string> {
    const { localnet, wallet } = portal
    const { mint } = await createDemoMint({
      rpcUrl: localnet.url,
      payer: wallet,
      decimals,
      supplyBaseUnits: 10n ** 15n,
      to: wallet.address,
    })
    return mint
  }

  test('its nodes and its terms can be changed, and nothing else', async () => {
    const { url } = portal.localnet
    const other = await anotherMint(9)
    const otherKey = await makeSolanaKey()
    await configure({ rpcUrl: url, batchSize: 1, delayBetweenBatches: 60_000 })
    // More than two batches of the new terms, the first of which is sent at once.
    const claims = Array.from({ length: 20 }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
    await addClaims(portal.ferry.app, claims)
    expect((await portal.call(endpoints.bulkSender.start)).statusCode).toBe(200)

    const terms = { batchSize: 7, delayBetweenBatches: 3000, priorityFeeCap: 5 }
    expect(await configure({ rpcUrls: [node.url, url], ...terms })).toMatchObject({ status: 200 })
    expect(await status()).toMatchObject({ running: true, nodes: [node.url, url], ...terms })
    const before = await saved()

    const inUse = { status: 409, code: 'sender_in_use' }
    expect(await configure({ rpcUrl: url, tokenMintAddress: other })).toMatchObject(inUse)
    expect(await configure({ rpcUrl: url, privateKey: otherKey.keyJson })).toMatchObject(inUse)
    node.alter((method, _, result) => (method === 'getGenesisHash' ? OTHER_CLUSTER : result))
    expect(await configure({ rpcUrl: node.url })).toMatchObject(inUse)
    node.alter((method, _, result) => (method === MINT_READ ? withDecimals(result, 6) : result))
    expect(await configure({ rpcUrl: node.url })).toMatchObject(inUse)
    expect(await saved()).toEqual(before)

    // The other sender is not affected.
    expect(await configure({ rpcUrl: url, tokenMintAddress: other }, 'standalone')).toMatchObject({
      status: 200,
    })
  })
})

test('while a transaction is unsettled and no run is active, only wallet, mint and cluster are bound', async () => {
  const { url } = portal.localnet
  await configure({ rpcUrl: url })
  await holdPayment(portal.ferry.app, unknownSignature())
  expect(await configure({ rpcUrls: [node.url, url], batchSize: 3 })).toMatchObject({ status: 200 })
  const { keyJson } = await makeSolanaKey()
  expect(await configure({ rpcUrl: url, privateKey: keyJson })).toMatchObject({
    status: 409,
    code: 'attempts_unresolved',
  })
})

test('a sender on mainnet with one node gets a warning that recommends a second', async () => {
  node.alter((method, _, result) => (method === 'getGenesisHash' ? MAINNET_GENESIS_HASH : result))
  const warning = expect.stringMatching(/^This sender has one node\. .*SOLANA_VERIFY_RPC_URL/)
  expect(await configure({ rpcUrl: node.url, confirmMainnet: true })).toMatchObject({
    status: 200,
    cluster: 'mainnet',
    warnings: [warning],
  })
  expect(await status()).toMatchObject({ warnings: [warning] })
})

test('a second node without history is named with its variable when a sender is configured', async () => {
  let searchesHistory = false
  const second = await startTestNode((call, response) => {
    if (call.method === 'getGenesisHash') reply(call, response, JSON.stringify(paying.localnet.genesisHash))
    else if (searchesHistory) reply(call, response, { context: { slot: 1 }, value: [null] })
    else replyError(call, response, -32_011, 'Transaction history is not available from this node')
  })
  const paying = await startPayingPortal({ environment: { SOLANA_VERIFY_RPC_URL: second.url } })
  try {
    const { warnings } = await paying.requestConfig('bulk')
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The Solana RPC node 127\.0\.0\.1:\d+ \(the second node, SOLANA_VERIFY_RPC_URL\) does not search the history of transactions: it says "Transaction history is not available from this node"\./,
      ),
    ])
    searchesHistory = true
    expect(await paying.requestConfig('bulk')).toMatchObject({ status: 200, warnings: [] })
  } finally {
    await paying.close()
  }
})
