import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { confirmList } from '../harness/call-endpoint.ts'
import { forAllTests, forEachTest } from '../harness/for-tests.ts'
import { holdPayment, startPayingPortal } from '../harness/paying-portal.ts'
import {
  addClaims,
  beginRun,
  sampleClaim,
  samplePayment,
  sampleTransfer,
  unknownSignature,
} from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

describe('claims table', () => {
  const { admin } = endpoints
  const ferry = forEachTest(startPortal)

  const call: TestPortal['call'] = (...request) => ferry.call(...request)

  async function claimed(count: number, change: object = {}) {
    const made = Array.from({ length: count }, () => sampleClaim(change))
    await addClaims(ferry.app, made)
    return made.map(({ id }) => id)
  }

  const historyOf = async (id: string) =>
    (await call(admin.claim, { params: { id } }))
      .json()
      .history.map(({ what, detail }: { what: string; detail: string }) => [what, detail])

  test('claims are filtered by amount and time, and a wrong bound is named', async () => {
    const [small] = await claimed(1, {
      amountWei: 10n ** 18n,
      amountUA: '1',
      submittedAtMs: 1_700_000_000_500,
    })
    const [large] = await claimed(1, {
      amountWei: 25n * 10n ** 17n,
      amountUA: '2.5',
      submittedAtMs: 1_800_000_000_500,
    })
    const find = async (query: object) =>
      (await call(admin.claims, { query })).json().claims.map(({ id }: { id: string }) => id)
    expect(await find({ amountFrom: '1', amountTo: '2.49' })).toEqual([small])
    expect(await find({ amountFrom: '1.000000000000000001' })).toEqual([large])
    expect(await find({ from: '1700000001' })).toEqual([large])
    expect(await find({ to: '1700000000' })).toEqual([small])
    expect(await find({ payment: 'failed' })).toEqual([])
    const refused = await call(admin.claims, { query: { amountTo: '1.0000000000000000001' } })
    expect(refused.json()).toMatchObject({ code: 'invalid_request', details: [{ where: 'amountTo' }] })
  })

  test('a rejection that is asked for twice is done once; another reason is refused', async () => {
    const [id = ''] = await claimed(1)
    const body = { id, reason: 'Asked for by its holder' }
    const both = await Promise.all([call(admin.reject, { body }), call(admin.reject, { body })])
    expect(both.map((each) => each.json())).toEqual([{ ok: true }, { ok: true }])
    expect((await call(admin.reject, { body: { id, reason: 'Another' } })).json().code).toBe(
      'claim_not_queued',
    )
    expect(await historyOf(id)).toEqual([
      ['submitted', null],
      ['rejected', body.reason],
    ])
  })

  test('several are rejected for one reason, with a result for each', async () => {
    const [first = '', second = ''] = await claimed(2)
    const [sent = ''] = await claimed(1, { status: 'sent', solTx: 'tx' })
    const response = await call(admin.rejectClaims, {
      body: { ids: [first, sent, second, 'NONE', first], reason: 'Sanctioned' },
    })
    expect(response.json()).toEqual({
      rejected: 2,
      results: [
        { id: first, outcome: 'done' },
        { id: sent, outcome: 'claim_not_queued' },
        { id: second, outcome: 'done' },
        { id: 'NONE', outcome: 'unknown_claim' },
      ],
    })
    expect(await historyOf(second)).toContainEqual(['rejected', 'Sanctioned'])
    const tooMany = Array.from({ length: 201 }, (_, n) => `${n}`)
    expect((await call(admin.rejectClaims, { body: { ids: tooMany, reason: 'x' } })).statusCode).toBe(400)
  })

  test('a rejection is undone while nothing was paid, and notes are kept; both are in the history', async () => {
    const [id = '', paid = ''] = await claimed(2)
    await call(admin.noteClaim, { params: { id }, body: { text: ' Called by telephone ' } })
    for (const each of [id, paid]) await call(admin.reject, { body: { id: each, reason: 'By mistake' } })
    const before = (await call(admin.stats)).json()
    expect((await call(admin.undoReject, { body: { id } })).json()).toEqual({ ok: true })
    expect((await call(admin.claim, { params: { id } })).json()).toMatchObject({
      status: 'queued',
      reason: null,
    })
    expect(await historyOf(id)).toEqual([
      ['submitted', null],
      ['noted', 'Called by telephone'],
      ['rejected', 'By mistake'],
      ['rejection_undone', 'It had been rejected for: By mistake'],
    ])
    expect((await call(admin.stats)).json()).toMatchObject({
      queued: before.queued + 1,
      rejected: before.rejected - 1,
    })
    expect((await call(admin.undoReject, { body: { id } })).json().code).toBe('claim_not_rejected')
    for (const [endpoint, input] of [
      [admin.undoReject, { body: { id: 'NONE' } }],
      [admin.noteClaim, { params: { id: 'NONE' }, body: { text: 'x' } }],
    ] as const) {
      expect((await call(endpoint, input)).json().code).toBe('unknown_claim')
    }

    // Its address was paid for a claim that was reset since.
    const { store } = ferry.app
    const claim = await store.claimDecisions.find(paid)
    if (!claim) throw new Error('It was made')
    const payment = { ...samplePayment(claim, 'an earlier payment'), claimId: null, genesisHash: 'unknown' }
    await store.runs.addTransfers([payment])
    expect((await call(admin.undoReject, { body: { id: paid } })).json().code).toBe('already_paid')
    expect((await call(admin.claim, { params: { id: paid } })).json()).toMatchObject({ status: 'rejected' })
  })
})

describe('paging', () => {
  const { admin, bulkSender, lists, standaloneSender } = endpoints

  const portal = forAllTests(startPayingPortal)
  beforeAll(async () => {
    await portal.configure('bulk')
    await portal.configure('standalone')
  })

  const ask = async (route: Route, query: AnyInput['query'] = {}) =>
    (await portal.call(route, { query })).json()

  /** Reads a list to its end, in pages of two. */
  async function inPages(route: Route, field: string): Promise<unknown[]> {
    const read: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await ask(route, { limit: 2, cursor })
      expect(page[field].length).toBeLessThanOrEqual(2)
      read.push(...page[field])
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    return read
  }

  async function expectPages(route: Route, field: string, count: number): Promise<void> {
    const whole = await ask(route)
    expect(whole[field]).toHaveLength(count)
    expect(whole.nextCursor).toBeNull()
    expect(await inPages(route, field)).toEqual(whole[field])
    expect(await ask(route, { cursor: 'nonsense' })).toMatchObject({
      code: 'invalid_request',
      details: [{ where: 'cursor', problem: 'Not a cursor that this list gave' }],
    })
  }

  test('the versions of the holder list', async () => {
    for (const rows of [5, 6, 7]) {
      const addresses = Array.from({ length: rows }, (_, index) => `0x${String(index + 1).repeat(40)},5`)
      const content = Buffer.from(`address,amountUA\n${addresses.join('\n')}\n`)
      const asked = await portal.upload(admin.upload, { name: 'holders.csv', content })
      const published = await confirmList(asked, portal.call)
      expect(published.statusCode, published.body).toBe(200)
    }
    await expectPages(lists.lists, 'lists', 3)
  })

  test('the distributions', async () => {
    for (const amount of ['1', '2', '3', '4']) {
      const added = await portal.uploadPayments([[freshSolanaAddress(), amount]])
      expect(added.statusCode, added.body).toBe(200)
    }
    await expectPages(standaloneSender.distributions, 'distributions', 4)
  })

  test('the holds: those that were signed, then those that were not', async () => {
    for (let count = 0; count < 3; count += 1) await holdPayment(portal.ferry.app, unknownSignature())
    for (let count = 0; count < 3; count += 1) await holdUnsigned()
    await expectPages(bulkSender.holds, 'holds', 6)
  })

  async function holdUnsigned(): Promise<void> {
    const { store } = portal.ferry.app
    const terms = { mintAddress: portal.mint, genesisHash: await portal.rpc.genesisHash() }
    const claim = sampleClaim({ solAddress: freshSolanaAddress(), submittedAtMs: Date.now() })
    await store.claims.insertMany([claim])
    const run = await beginRun({ store }, { walletAddress: portal.wallet.address, ...terms })
    await store.runs.addTransfers([
      sampleTransfer(claim, { runId: run.id, state: 'hold', failure: 'Altered', ...terms }),
    ])
    await store.runs.finish(run.id, 'completed', null, Date.now())
  }
})

describe('claims over time', () => {
  const HOUR_MS = 3_600_000
  const DAY_MS = 24 * HOUR_MS
  /** A Monday. */
  const START_MS = Date.UTC(2026, 5, 1)
  const ferry = forEachTest(startPortal)

  async function ask() {
    const response = await ferry.call(endpoints.admin.claimsOverTime)
    expect(response.statusCode, response.body).toBe(200)
    return response.json() as {
      bucketSeconds: number
      points: { at: number; submitted: number; sent: number }[]
    }
  }

  const insert = (...submitted: number[]) =>
    addClaims(
      ferry.app,
      submitted.map((submittedAtMs) => sampleClaim({ submittedAtMs })),
    )

  test('nothing before the first claim', async () => {
    expect(await ask()).toEqual({ bucketSeconds: 3600, points: [] })
  })

  test('claims by when they came, and by when they were sent, without gaps', async () => {
    const claims = [0, 1, HOUR_MS - 1, 3 * HOUR_MS].map((after) =>
      sampleClaim({ submittedAtMs: START_MS + after }),
    )
    const [first, second] = claims as [NewClaim, NewClaim]
    await addClaims(ferry.app, claims)
    const action = { action: 'mark_sent', subject: 'x', detail: '' } as const
    const { claimDecisions } = ferry.app.store
    const atMs = START_MS + 2 * HOUR_MS
    await claimDecisions.markSent(first.id, samplePayment(first), { ...action, atMs })
    await claimDecisions.reject(second.id, 'no', { ...action, atMs })
    const at = START_MS / 1000
    expect(await ask()).toEqual({
      bucketSeconds: 3600,
      points: [
        { at, submitted: 3, sent: 0 },
        { at: at + 3600, submitted: 0, sent: 0 },
        { at: at + 7200, submitted: 0, sent: 1 },
        { at: at + 10_800, submitted: 1, sent: 0 },
      ],
    })
  })

  test.each([
    ['an hour', 59 * HOUR_MS, 3600, 60],
    ['6 hours', 60 * HOUR_MS, 6 * 3600, 11],
    ['a day', 20 * DAY_MS, 24 * 3600, 21],
    ['a week', 60 * DAY_MS, 7 * 24 * 3600, 9],
    ['two weeks', 7 * 60 * DAY_MS, 14 * 24 * 3600, 31],
    ['ten years', 3650 * DAY_MS, 9 * 7 * 24 * 3600, 59],
  ])('buckets of %s fit the span', async (_, spanMs, bucketSeconds, count) => {
    await insert(START_MS, START_MS + spanMs)
    const { points, ...rest } = await ask()
    expect(rest).toEqual({ bucketSeconds })
    expect(points).toHaveLength(count)
    expect(points.every(({ at }, n) => n === 0 || at - (points[n - 1]?.at ?? 0) === bucketSeconds)).toBe(true)
    expect([points[0]?.submitted, points.at(-1)?.submitted]).toEqual([1, 1])
    expect(points[0]?.at).toBeLessThanOrEqual(START_MS / 1000)
  })

  test('weeks begin on Mondays, in UTC', async () => {
    await insert(START_MS + 3 * DAY_MS, START_MS + 100 * DAY_MS)
    expect((await ask()).points[0]?.at).toBe(START_MS / 1000)
  })
})
