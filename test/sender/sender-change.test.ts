import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import { alterStore } from '../harness/alter-store.ts'
import { forAllTests, forEachTest } from '../harness/for-tests.ts'
import { type ProxyFault, startFaultyRpcProxy } from '../harness/node-proxies.ts'
import { expectSettled, expectWords, holdPayment, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim, sampleRun, unknownSignature } from '../harness/sample-rows.ts'
import { prepareServerBed } from '../harness/server-bed.ts'
import { watchWords } from '../harness/watch-words.ts'

describe('sender change', () => {
  let otherMint: string
  const portal = forAllTests(startPayingPortal)
  const node = forAllTests(() => startFaultyRpcProxy(portal.localnet.url))
  beforeAll(async () => {
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
        if (state === 'stopping') await runs.askToStop(run?.id ?? 0, Date.now())
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
})

describe('sender config', () => {
  const portal = forAllTests(startPayingPortal)
  const node = forAllTests(() => startFaultyRpcProxy(portal.localnet.url))

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
})

describe('key does not open', () => {
  const WORDS = /sending key can not be opened.*SECRETS_KEY.*configure the sender again/
  const REJECTED = { code: 'sender_unreadable', error: expect.stringMatching(WORDS) }

  const paying = forEachTest(startPayingPortal)
  beforeEach(async () => {
    await paying.configure('bulk')
    await addClaims(paying.ferry.app, [sampleClaim({ solAddress: freshSolanaAddress() })])
  })

  /** The effects of a start with another SECRETS_KEY, and of a changed row. */
  function damageKey(): void {
    alterStore(paying.ferry.databaseFile, 'update sender set sealed_key = randomblob(length(sealed_key))')
  }

  const status = async () => (await paying.call(endpoints.bulkSender.status)).json()

  test('a sender whose key does not open says so wherever it is used or shown', async () => {
    damageKey()
    for (const endpoint of [
      endpoints.bulkSender.start,
      endpoints.bulkSender.estimate,
      endpoints.bulkSender.reconcile,
      endpoints.bulkSender.takeOver,
    ] as const) {
      const answer = await paying.call(endpoint)
      expect(answer.json(), endpoint.path).toMatchObject(REJECTED)
      expect(answer.statusCode).toBe(409)
    }
    expect((await status()).warnings).toEqual([expect.stringMatching(WORDS)])
    const ready = await paying.call(endpoints.public.ready)
    expect(ready.statusCode).toBe(503)
    expect(ready.json().details).toEqual([{ where: 'bulk sender', problem: expect.stringMatching(WORDS) }])

    await paying.configure('bulk')
    expect((await status()).warnings).toEqual([])
    expect((await paying.call(endpoints.public.ready)).statusCode).toBe(200)
  })

  test('a run that is resumed waits with these words, and goes on once the sender is configured again', async () => {
    const { runs, senders } = paying.ferry.app.store
    const sender = await senders.find('bulk')
    if (!sender) throw new Error('no sender')
    damageKey()
    const { walletAddress, mintAddress, tokenProgram, genesisHash } = sender
    const terms = { walletAddress, mintAddress, tokenProgram, genesisHash, mintDecimals: 9 }
    await runs.create(sampleRun(terms))
    await expect.poll(status).toMatchObject({ state: 'waiting', message: expect.stringMatching(WORDS) })
    // The run's own event says why it waits, once: no line each time that it is tried again.
    expect(paying.ferry.logLines.filter((line) => line.includes('a run was interrupted'))).toEqual([])
    await paying.configure('bulk')
    await expect.poll(async () => (await runs.latest())?.state, { timeout: 40_000 }).toBe('completed')
  })
})

describe('change node', () => {
  const bed = forEachTest(() => prepareServerBed({ claimants: 60 }))
  const node = forEachTest(() => startFaultyRpcProxy(bed.localnet.url))
  beforeEach(async () => {
    await bed.claimAll()
    expect((await bed.configure({ rpcUrl: node.url, batchSize: 5 })).status).toBe(200)
    await bed.do(endpoints.bulkSender.start)
    await expect.poll(async () => (await bed.status()).progress?.successful).toBeGreaterThan(0)
  })

  const message = async () => (await bed.status()).progress?.message ?? ''

  test.each<ProxyFault>(['down', 'silent'])(
    'the node is %s in the middle of a run: configured with another one, the run goes on',
    { timeout: 180_000 },
    async (spell) => {
      const words = watchWords(bed)
      node.fault = spell
      await expect.poll(message, { timeout: 60_000 }).toMatch(/node/)
      expect(await bed.configure({ batchSize: 5 })).toMatchObject({ status: 200 })
      await bed.untilPaid(120_000)
      await expectSettled(bed)
      await expectWords(words)
    },
  )

  test('another wallet, token or cluster is refused meanwhile', { timeout: 120_000 }, async () => {
    node.fault = 'down'
    const other = await prepareServerBed({ claimants: 1 })
    try {
      const { walletKeyJson: privateKey, mint: tokenMintAddress } = other.environment
      for (const change of [{ privateKey }, { rpcUrl: other.localnet.url, tokenMintAddress }]) {
        expect(await bed.configure(change)).toMatchObject({ status: 409 })
      }
    } finally {
      await other.close()
    }
  })

  test('stopped while its node is down: Stop may be pressed again, and with another node the run ends', {
    timeout: 180_000,
  }, async () => {
    node.fault = 'down'
    await expect.poll(message, { timeout: 60_000 }).toMatch(/node/)
    expect(await bed.call(endpoints.bulkSender.stop)).toMatchObject({ status: 200 })
    expect(await bed.call(endpoints.bulkSender.stop)).toMatchObject({ status: 200 })
    expect(await bed.status()).toMatchObject({ state: 'stopping', running: true })
    expect(await bed.configure({ batchSize: 5 })).toMatchObject({ status: 200 })
    await expect
      .poll(async () => (await bed.status()).running, { timeout: 60_000, interval: 500 })
      .toBe(false)
    expect(await bed.overpaid()).toEqual([])
    expect((await bed.status()).queuedClaimsCount).toBeGreaterThan(0)

    await bed.untilPaid(120_000)
    await expectSettled(bed)
  })
})
