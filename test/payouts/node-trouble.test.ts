import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { callsBetween, totalCalls } from '#lab/localnet/call-counter.ts'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import { runPayout } from '#payout/run-payout.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { startFaultyRpcProxy } from '../harness/node-proxies.ts'
import {
  expectSentences,
  expectSettled,
  expectWords,
  type PayingPortal,
  startPayingPortal,
} from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'
import { prepareSendingEnvironment } from '../harness/sending-environment.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'
import { type Call, replyError, startTestNode } from '../harness/test-node.ts'
import { watchWords } from '../harness/watch-words.ts'

describe('rate limit in body', () => {
  let bed: ServerBed
  afterEach(() => bed.close())

  test.each([429, -32005, -32429])(
    'a node that limits to ten requests a second by JSON error %i in HTTP 200: Start works, and everyone is paid',
    { timeout: 240_000 },
    async (code) => {
      bed = await prepareServerBed({ claimants: 100, slotMs: 100 })
      await bed.claimAll()
      bed.localnet.faults.use({
        seed: 1,
        rules: [{ kind: 'limitInBody', probability: 1, requestsPerSecond: 10, code }],
      })
      expect(await bed.configure({ batchSize: 50 })).toMatchObject({ status: 200 })
      expect(await bed.call(endpoints.bulkSender.start)).toMatchObject({ status: 200 })
      const words = watchWords(bed)
      await bed.untilPaid(180_000)
      await expectSettled(bed)
      await expectWords(words)
    },
  )

  test('a node that always rejects in this way is quoted', { timeout: 120_000 }, async () => {
    bed = await prepareServerBed({ claimants: 10 })
    await bed.claimAll()
    expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
    await bed.do(endpoints.bulkSender.start)
    const message = 'You have used up your credits'
    bed.localnet.faults.use({ seed: 1, rules: [{ kind: 'limitInBody', probability: 1, message }] })
    const words = watchWords(bed)
    await expect
      .poll(() => words.messages, { timeout: 60_000 })
      .toContainEqual(expect.stringContaining(message))
    bed.localnet.faults.use({ seed: 1 })
    await bed.untilPaid()
    await expectSettled(bed)
    await expectWords(words)
    expectSentences(words.messages)
  })
})

describe('refused methods', () => {
  const { bulkSender } = endpoints

  const paying = forEachTest(startPayingPortal)

  async function forward(url: string, { id, method, params }: Call, response: ServerResponse): Promise<void> {
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null)
    if (answer) response.end(await answer.text())
    else response.destroy()
  }

  test.each<[string, (call: Call, response: ServerResponse) => void]>([
    ['403', (_, response) => response.writeHead(403).end()],
    ['-32601', (call, response) => replyError(call, response, -32_601, 'Method not found')],
    ['-32602', (call, response) => replyError(call, response, -32_602, 'Invalid params')],
  ])(
    'a node that answers getRecentPrioritizationFees with %s: estimate, Start and run work, and the run says so',
    {
      timeout: 120_000,
    },
    async (_, refuse) => {
      // Asked for until the node is closed, which is after the portal.
      const { url } = paying.localnet
      const node = await startTestNode((call, response) => {
        if (call.method === 'getRecentPrioritizationFees') refuse(call, response)
        else void forward(url, call, response)
      })
      await paying.configure('bulk', { rpcUrl: node.url, batchSize: 1 })
      await addClaims(
        paying.ferry.app,
        Array.from({ length: 4 }, () =>
          sampleClaim({ solAddress: freshSolanaAddress(), submittedAtMs: Date.now() }),
        ),
      )
      expect((await paying.call(bulkSender.estimate)).json()).toMatchObject({
        claimCount: 4,
        sufficient: true,
      })
      expect(await paying.call(bulkSender.start)).toMatchObject({ statusCode: 200 })
      const messages = new Set<string>()
      const look = async () => {
        const { message, running } = (await paying.call(bulkSender.status)).json()
        messages.add(message)
        return running
      }
      await expect.poll(look, { timeout: 90_000, interval: 50 }).toBe(false)
      expect((await paying.call(bulkSender.runs)).json().runs[0]).toMatchObject({ status: 'completed' })
      expect([...messages]).toContainEqual(
        expect.stringMatching(/does not tell recent priority fees \(.+\): the least price is offered\.$/),
      )
    },
  )
})

describe('second node', () => {
  const IMPATIENT = { timeoutMs: 2_000, retries: 0 }
  const environment = forEachTest(prepareSendingEnvironment)
  const first = forEachTest(() => startFaultyRpcProxy(environment.localnet.url))

  const partsWith = (second: SolanaRpc | null) =>
    environment.parts({ nodes: [connectRpc(first.url, IMPATIENT)], second })

  test('while the first node takes transactions and answers nothing else, the second is read', async () => {
    first.fault = 'deaf'
    await environment.addClaims(12)
    const run = await environment.createRun()
    const outcome = await runPayout(run, await partsWith(environment.rpc), new AbortController().signal)

    expect(outcome).toBe('finished')
    expect(await environment.store.runs.transferCounts(run.id)).toMatchObject({
      paid: 12,
      failed: 0,
      hold: 0,
    })
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
})

describe('standing node', () => {
  /** Tests nodes that answer every request, from a slot at which they stand still. They still relay transactions. */

  const CLAIMS = 12
  const PAYING_MS = 60_000
  const environment = forEachTest(prepareSendingEnvironment)
  const healthy = forEachTest(() => environment.localnet.openHonestNode())

  /** Has the localnet's own node stand still from now on, or go on. */
  function standStill(isStanding: boolean) {
    const rules = isStanding ? [{ kind: 'standStill' as const, probability: 1 }] : []
    environment.localnet.faults.use({ seed: 1, rules })
  }

  const node = () => connectRpc(environment.localnet.url)
  const runOf = async (id: number) => environment.store.runs.find(id)
  const sends = () => environment.localnet.calls().sendTransaction ?? 0

  test('the first of two nodes stands still before the run: all are paid and recorded by the next, and the run names it', {
    timeout: 2 * PAYING_MS,
  }, async () => {
    await environment.addClaims(CLAIMS)
    const run = await environment.createRun(2)
    standStill(true)
    const messages = new Set<string | null>()
    const paying = runPayout(
      run,
      await environment.parts({ nodes: [node(), connectRpc(healthy.url)] }),
      AbortSignal.timeout(PAYING_MS),
    )
    const look = async () => {
      const { state, message, waitingSinceMs } = (await runOf(run.id)) ?? {}
      if (waitingSinceMs === null) messages.add(message ?? null)
      return state
    }
    await expect.poll(look, { timeout: PAYING_MS, interval: 20 }).toBe('completed')
    expect(await paying).toBe('finished')
    expect(await environment.store.runs.transferCounts(run.id)).toMatchObject({ paid: CLAIMS, hold: 0 })
    const { host } = new URL(environment.localnet.url)
    const next = new URL(healthy.url).host
    expect([...messages]).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^The Solana RPC node ${host} answers, but stands still at slot \\d+: ${next} is read instead\\.$`,
        ),
      ),
    )
  })

  test('the first of two nodes stands still in mid-run: all are paid once, and nothing that landed is sent for ever', {
    timeout: 2 * PAYING_MS,
  }, async () => {
    const claims = await environment.addClaims(CLAIMS)
    const run = await environment.createRun(1)
    const paying = runPayout(
      run,
      await environment.parts({ nodes: [node(), connectRpc(healthy.url)] }),
      AbortSignal.timeout(PAYING_MS),
    )
    const paid = async () => (await environment.store.runs.transferCounts(run.id)).paid
    await expect.poll(paid, { timeout: PAYING_MS, interval: 20 }).toBeGreaterThan(2)
    standStill(true)
    expect(await paying).toBe('finished')
    expect(await environment.store.runs.transferCounts(run.id)).toMatchObject({ paid: CLAIMS, hold: 0 })
    standStill(false)
    for (const { solAddress, amountWei } of claims) {
      expect(await environment.balanceOf(solAddress)).toBe(amountWei / 10n ** 9n)
    }
    expect(sends()).toBeLessThan(5 * CLAIMS)
  })

  test('a single node that stands still is waited for, in words, and gone on with', {
    timeout: 2 * PAYING_MS,
  }, async () => {
    await environment.addClaims(CLAIMS)
    const run = await environment.createRun(1)
    const paying = runPayout(
      run,
      await environment.parts({ nodes: [node()] }),
      AbortSignal.timeout(2 * PAYING_MS),
    )
    const paid = async () => (await environment.store.runs.transferCounts(run.id)).paid
    await expect.poll(paid, { timeout: PAYING_MS, interval: 20 }).toBeGreaterThan(2)
    standStill(true)
    await expect
      .poll(() => runOf(run.id), { timeout: PAYING_MS, interval: 50 })
      .toMatchObject({
        waitingSinceMs: expect.any(Number),
        message: expect.stringMatching(
          /^The Solana RPC node 127\.0\.0\.1:\d+ answers, but stands still at slot \d+\.$/,
        ),
      })
    standStill(false)
    expect(await paying).toBe('finished')
    expect(await environment.store.runs.transferCounts(run.id)).toMatchObject({ paid: CLAIMS, hold: 0 })
    expect(await runOf(run.id)).toMatchObject({ state: 'completed', message: null })
  })
})

describe('calls of a run', () => {
  const RECIPIENTS = 1_000
  const MAX_CALLS = 400

  /** Longer than a node's genesis hash is cached: the run can not use what the sender's configuration asked. */
  const PAUSE_MS = 3_000

  let portal: PayingPortal
  beforeAll(async () => {
    // Blocks come as they do on a public cluster: calls are paced by them.
    portal = await startPayingPortal({ slotMs: 400, finalizedAfterSlots: 32 })
  }, 60_000)
  afterAll(() => portal.close())

  test('a run of 1,000 new accounts asks little, and a fiftieth of the most for the genesis hash', {
    timeout: 240_000,
  }, async () => {
    await addClaims(
      portal.ferry.app,
      Array.from({ length: RECIPIENTS }, () => sampleClaim({ solAddress: freshSolanaAddress() })),
    )
    await portal.configure('bulk')
    await setTimeout(PAUSE_MS)
    const before = portal.localnet.calls()
    await portal.call(endpoints.bulkSender.start)
    const newest = async () => (await portal.call(endpoints.bulkSender.runs)).json().runs[0]
    await expect
      .poll(newest, { timeout: 200_000, interval: 500 })
      .toMatchObject({ status: 'completed', paid: RECIPIENTS, comparison: { agrees: true } })
    const calls = callsBetween(before, portal.localnet.calls())
    const total = totalCalls(calls)
    expect(total, JSON.stringify(calls)).toBeLessThanOrEqual(MAX_CALLS)
    // A busy machine reads more often between two checks than a quiet one.
    expect((calls.getGenesisHash ?? 0) * 50, JSON.stringify(calls)).toBeLessThanOrEqual(MAX_CALLS)
  })
})
