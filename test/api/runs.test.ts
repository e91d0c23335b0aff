import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { rejectClaim } from '#app/claims/claim-decisions.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { findClaim, loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { startAlteringNode, unchanged, unfinalized } from '../harness/node-proxies.ts'
import { payManually, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim, samplePayment, unknownSignature } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

describe('runs', () => {
  const portal = forAllTests(startPayingPortal)

  async function runs(query: Record<string, string> = {}) {
    return (await portal.call(endpoints.bulkSender.runs, { query })).json()
  }

  const untilNewest = (status: string) =>
    expect.poll(async () => (await runs()).runs[0]).toMatchObject({ status })

  test('past runs of both senders, newest first, as each of them ended', async () => {
    expect(await runs()).toEqual({ asOf: expect.any(Number), runs: [], nextCursor: null })
    await portal.configure('bulk')
    await portal.configure('standalone')
    const claims = [
      sampleClaim({ solAddress: freshSolanaAddress() }),
      sampleClaim({ solAddress: portal.walletTokenAccount }),
    ]
    await addClaims(portal.ferry.app, claims)
    await portal.call(endpoints.bulkSender.start)
    await untilNewest('completed')
    // The comparison with the chain follows once the run has ended.
    await expect.poll(async () => (await runs()).runs[0].comparison).not.toBeNull()
    const [first] = (await runs()).runs
    expect(first).toEqual({
      id: expect.stringMatching(/^\d+$/),
      sender: 'bulk',
      distributionId: null,
      fileName: null,
      cluster: 'other',
      status: 'completed',
      walletAddress: portal.wallet.address,
      tokenMintAddress: portal.mint,
      transferCount: 2,
      limits: { count: null, amountUA: null, selected: null, canary: null },
      paid: 1,
      paidAmountUA: '1.5',
      tokenName: 'TOKEN',
      failed: 1,
      held: 0,
      rejected: 0,
      inOtherRuns: 0,
      startedAt: expect.any(Number),
      finishedAt: expect.any(Number),
      message: '1 payment failed.',
      cost: {
        estimatedFeeSOL: expect.stringMatching(/^0\.0000\d+$/),
        estimatedRentSOL: '0.00203928',
        feeSOL: expect.stringMatching(/^0\.0000\d+$/),
        rentSOL: '0.00203928',
        transactions: 1,
      },
      comparison: {
        agrees: true,
        checkedAt: expect.any(Number),
        payments: 1,
        amountUA: '1.5',
        unknownPayments: 0,
        missing: 0,
        otherOutflows: 0,
        acknowledgedOutflows: 0,
      },
    })
    expect(first.comparison.checkedAt - first.finishedAt).toBeLessThan(60)
    expect(first.comparison.checkedAt).toBeGreaterThanOrEqual(first.finishedAt)

    // As of a node that had pruned its history then: what agrees at Reconcile is compared once more.
    const { store } = portal.ferry.app
    const run = await store.runs.find(Number(first.id))
    if (!run?.comparison) throw new Error('The run was not compared')
    await store.runs.setComparison(run.id, { ...run.comparison, agrees: false, payments: 0, missing: 1 })
    expect((await runs()).runs[0].comparison).toMatchObject({ agrees: false, missing: 1 })
    expect((await portal.call(endpoints.bulkSender.reconcile)).json()).toMatchObject({ agrees: true })
    await expect
      .poll(async () => (await runs()).runs[0].comparison, { timeout: 60_000 })
      .toMatchObject({ agrees: true, missing: 0 })
    const [again] = (await runs()).runs

    // The next run takes the failed payment over; the result of the first one stays as it was.
    await portal.call(endpoints.bulkSender.start)
    await expect.poll(async () => (await runs()).runs).toHaveLength(2)
    await untilNewest('completed')
    expect((await runs()).runs).toMatchObject([{ transferCount: 1, paid: 0, failed: 1 }, again])

    const { distributionId } = (await portal.uploadPayments([[freshSolanaAddress(), '1']], 'p.xlsx')).json()
    await portal.call(endpoints.standaloneSender.start, { params: { distributionId } })
    await expect.poll(async () => (await runs()).runs).toHaveLength(3)
    await untilNewest('completed')
    const page = await runs({ limit: '2' })
    expect(page.runs).toMatchObject([
      { sender: 'standalone', distributionId, fileName: 'p.xlsx', paid: 1, failed: 0 },
      { sender: 'bulk', paid: 0 },
    ])
    const last = await runs({ limit: '2', cursor: page.nextCursor })
    expect(last).toMatchObject({ runs: [again], nextCursor: null })
  })

  test.each([{ limit: '0' }, { limit: '101' }, { cursor: 'abc' }])('refuses %o', async (query) => {
    expect(await runs(query as unknown as Record<string, string>)).toMatchObject({ code: 'invalid_request' })
  })

  test('a run that a pruned node made differ is compared again although something else has left the wallet', async () => {
    await addClaims(portal.ferry.app, [sampleClaim({ solAddress: freshSolanaAddress() })])
    await portal.call(endpoints.bulkSender.start)
    await untilNewest('completed')
    const newest = async () => (await runs()).runs[0]
    await expect.poll(async () => (await newest()).comparison).not.toBeNull()
    const { store } = portal.ferry.app
    const run = await store.runs.find(Number((await newest()).id))
    if (!run?.comparison) throw new Error('The run was not compared')
    await store.runs.setComparison(run.id, { ...run.comparison, agrees: false, payments: 0, missing: 1 })
    await payManually(portal, freshSolanaAddress(), 5n)
    expect((await portal.call(endpoints.bulkSender.reconcile)).json()).toMatchObject({
      agrees: false,
      differences: [],
    })
    await expect
      .poll(async () => (await newest()).comparison)
      .toMatchObject({ missing: 0, unknownPayments: 0 })
  })
})

describe('progress', () => {
  const WEI = 400_000_000_000_000_000_000n

  let ferry: TestPortal
  afterEach(() => ferry.close())

  const progress = () => ferry.ask(endpoints.public.progress)

  test('how far the migration is, is counted from the claims, and may be kept for some seconds', async () => {
    ferry = await startPortal({ settings: { publicProgress: true } })
    const [paid, rejected, other] = [WEI, WEI, WEI].map((amountWei) => makeHolder(amountWei))
    if (!paid || !rejected || !other) throw new Error('There are three holders')
    await loadHolders(ferry.app, [paid, rejected, other])
    for (const holder of [paid, rejected]) {
      await ferry.ask(endpoints.public.submitClaim, { body: await signClaim(holder) })
    }
    const claim = await findClaim(ferry.app, rejected)
    await rejectClaim(ferry.app, claim?.id ?? '', 'Not this one')

    const response = await progress()
    expect(response.headers['cache-control']).toBe('public, max-age=10')
    const told = {
      listed: { holders: 3, amountUA: '1200' },
      claimed: { holders: 1, amountUA: '400' },
      paid: { holders: 0, amountUA: '0' },
      left: { holders: 2, amountUA: '800' },
    }
    expect(response.json()).toMatchObject(told)
    expect((await ferry.ask(endpoints.public.portal)).json().progress).toMatchObject(told)
  })

  test('it is told nobody unless the configuration says so', async () => {
    ferry = await startPortal()
    const response = await progress()
    expect([response.statusCode, response.json().code]).toEqual([404, 'progress_not_published'])
    expect((await ferry.ask(endpoints.public.portal)).json().progress).toBeNull()
  })
})

describe('stop runs', () => {
  const portal = forAllTests(startPayingPortal)
  const node = forAllTests(() => startAlteringNode(portal.localnet.url))

  /** Adds two payments, and returns the endpoints that start and stop them, with their parameters. */
  const SENDERS = {
    async bulk() {
      const claims = Array.from({ length: 2 }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
      await addClaims(portal.ferry.app, claims)
      return { ...endpoints.bulkSender, input: {} }
    },
    async standalone() {
      const rows = Array.from({ length: 2 }, () => [freshSolanaAddress(), '1'])
      const { distributionId } = (await portal.uploadPayments(rows)).json()
      return { ...endpoints.standaloneSender, input: { params: { distributionId } } }
    },
  }

  describe.each(['bulk', 'standalone'] as const)('the %s sender', (kind) => {
    test('is stopping until nothing is under way, however often Stop is called', async () => {
      await portal.configure(kind, { rpcUrl: node.url, batchSize: 1, delayBetweenBatches: 60_000 })
      const sender = await SENDERS[kind]()
      const status = async () => (await portal.call(sender.status)).json()
      const stop = () => portal.call(sender.stop, sender.input)

      const early = await stop()
      expect([early.statusCode, early.json().code]).toEqual([409, 'no_run_in_progress'])
      // Nothing becomes final, so that the stop takes long.
      node.alter(unfinalized)
      await portal.call(sender.start, sender.input)
      await expect.poll(status).toMatchObject({ state: 'running', running: true, inFlight: 1 })
      for (const _ of ['first', 'second', 'third']) {
        const answer = await stop()
        expect(answer.statusCode, answer.body).toBe(200)
        expect(answer.json().message).toMatch(/ is stopping: what is under way is settled first\.$/)
        expect(await status()).toMatchObject({ state: 'stopping', running: true, inFlight: 1 })
      }
      node.alter(unchanged)
      await expect.poll(status).toMatchObject({ state: 'stopped', running: false, inFlight: 0 })
      expect((await stop()).statusCode).toBe(409)
    })
  })
})

describe('sent sums', () => {
  const portal = forAllTests(startPayingPortal)
  beforeAll(() => portal.configure('bulk'))

  const stats = async () => (await portal.call(endpoints.admin.stats)).json()

  /** Makes a claim of an amount, with more decimals than the token's nine. */
  function claimOf(amountUA: string) {
    const amountWei = BigInt(amountUA.replace('.', ''))
    return sampleClaim({ solAddress: freshSolanaAddress(), amountUA, amountWei })
  }

  test('the sum sent is the recorded payments: without dust, without unproved marks, and unchanged by a reset', async () => {
    const [byRun, manual, said] = [
      claimOf('1.000000000000000001'),
      claimOf('2.000000000000000002'),
      claimOf('4.000000000000000004'),
    ]
    const mark = (body: object) => portal.call(endpoints.admin.markSent, { body })
    await addClaims(portal.ferry.app, [manual, said])
    const tx = await payManually(portal, manual.solAddress, 2_000_000_000n)
    expect((await mark({ id: manual.id, tx })).statusCode).toBe(200)
    expect((await mark({ id: said.id, tx: unknownSignature(), force: true })).statusCode).toBe(200)

    await addClaims(portal.ferry.app, [byRun])
    expect((await portal.call(endpoints.bulkSender.start)).statusCode).toBe(200)
    await expect.poll(stats).toMatchObject({ sent: 3 })
    const sums = { totalAmountSent: '3', totalAmountMarkedUnproved: '4' }
    expect(await stats()).toMatchObject({ ...sums, totalAmountSubmitted: '7.000000000000000007' })
    const onChain = await Promise.all(
      [byRun, manual, said].map(({ solAddress }) => portal.balanceOf(solAddress)),
    )
    expect(onChain).toEqual([1_000_000_000n, 2_000_000_000n, 0n])

    await expect.poll(async () => (await portal.call(endpoints.admin.resetClaims)).statusCode).toBe(200)
    expect(await stats()).toMatchObject({ ...sums, sent: 0, totalAmountSubmitted: '0' })
  })

  test("payments of another token than the sender's are not part of it: of another mint, or on another cluster", async () => {
    const { store } = portal.ferry.app
    const { totalAmountSent } = await stats()
    const sender = await store.senders.find('bulk')
    if (!sender) throw new Error('The bulk sender is configured')
    const { genesisHash, mintAddress } = sender
    const tokens = [
      { genesisHash: 'another-cluster', mintAddress },
      { genesisHash, mintAddress: freshSolanaAddress() },
    ]
    for (const [index, token] of tokens.entries()) {
      const claim = sampleClaim()
      await addClaims(portal.ferry.app, [claim])
      const action = { atMs: 1, action: 'mark_sent', subject: claim.id, detail: '' } as const
      const elsewhere = { ...samplePayment(claim, unknownSignature()), ...token }
      expect(await store.claimDecisions.markSent(claim.id, elsewhere, action)).toBe('done')
      expect(await stats()).toMatchObject({ sent: index + 1, totalAmountSent })
    }
  })
})
