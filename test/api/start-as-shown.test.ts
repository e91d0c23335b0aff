import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { Run } from '#domain/run.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type PostgresServer, startPostgres } from '#lab/environment/start-postgres.ts'
import { buildXlsx } from '../harness/build-xlsx.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { DIALECTS } from '../harness/each-store.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

/** A start pays what was shown, once. The runs themselves are not begun here. */

describe.each(DIALECTS)('a start on %s', (dialect) => {
  let portal: PayingPortal
  let database: PostgresServer | undefined
  let second: TestPortal | undefined
  let launched: Run[]
  const servers = () => (second ? [portal.ferry, second] : [portal.ferry, portal.ferry])

  beforeAll(async () => {
    const environment: Record<string, string> = {}
    if (dialect === 'PostgreSQL') {
      database = await startPostgres()
      environment.DATABASE_URL = await database.createDatabase()
      environment.SECRETS_KEY = randomBytes(32).toString('base64')
    }
    portal = await startPayingPortal({ environment })
    if (database) second = await startPortal({ environment })
  }, 120_000)
  afterAll(async () => {
    await second?.close()
    await portal?.close()
    await database?.stop()
  })
  beforeEach(async () => {
    await portal.configure('bulk')
    await portal.call(endpoints.admin.resetClaims)
    launched = []
    for (const { app } of servers()) {
      vi.spyOn(app.payouts, 'launch').mockImplementation((run) => void launched.push(run))
    }
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await endAll()
  })

  const store = () => portal.ferry.app.store

  async function endAll() {
    for (const run of await store().runs.unfinished())
      await store().runs.finish(run.id, 'stopped', null, Date.now())
  }

  async function claim(...tokens: string[]): Promise<void> {
    const claims = tokens.map((amountUA) => sampleClaim({ solAddress: freshSolanaAddress(), amountUA }))
    await store().claims.insertMany(claims)
  }

  async function start(body: object = {}, key?: string, ferry = portal.ferry) {
    const headers = { ...(await ferry.adminHeaders()), ...(key !== undefined && { 'idempotency-key': key }) }
    const response = await callEndpoint(ferry.server, endpoints.bulkSender.start, { body }, { headers })
    return { status: response.statusCode, ...response.json() }
  }

  const countRuns = async () => (await store().runs.latest())?.id ?? 0

  test('takes what was shown, and nothing where claims came in since', async () => {
    await claim('1', '2.5')
    const shown = (await portal.call(endpoints.bulkSender.estimate)).json()
    const expected = { count: shown.claimCount, amountUA: shown.totalAmountUA }
    expect(expected).toEqual({ count: 2, amountUA: '3.5' })
    await claim('4', '0.0000000001')
    const refused = await start({ expect: expected })
    expect(refused).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      error: expect.stringContaining('3 payments of 7.5 tokens now, and 1 is left out'),
      context: { count: 3, amountUA: '7.5', leftOut: [{ reason: 'floored', count: 1 }] },
    })
    expect(launched).toEqual([])
    const { count, amountUA } = refused.context
    expect(await start({ expect: { count, amountUA } })).toMatchObject({ status: 200 })
    expect(launched).toMatchObject([{ transferCount: 4 }])
  })

  test('starts nothing where the count is right and the sum is not', async () => {
    await claim('1', '2.5')
    for (const amountUA of ['3.4', '3.500000001', '3.5000000000000000001', '0']) {
      expect(await start({ expect: { count: 2, amountUA } })).toMatchObject({ code: 'changed_meanwhile' })
    }
    expect(launched).toEqual([])
    expect(await start({ expect: { count: 2, amountUA: '3.50' } })).toMatchObject({ status: 200 })
  })

  test('pays a part as it was shown, whatever comes in behind it', async () => {
    await claim('1', '2', '3')
    await claim('50')
    const body = { limit: { count: 2 }, expect: { count: 2, amountUA: '3' } }
    expect(await start(body)).toMatchObject({ status: 200 })
    expect(launched).toMatchObject([{ transferCount: 2 }])
  })

  test('starts nothing where a claim comes in after the look, before the commit', async () => {
    await claim('1')
    const { create } = store().runs
    vi.spyOn(store().runs, 'create').mockImplementationOnce(async (...call) => {
      await claim('9')
      return create(...call)
    })
    expect(await start({ expect: { count: 1, amountUA: '1' } })).toMatchObject({
      code: 'changed_meanwhile',
      context: { count: 2, amountUA: '10', leftOut: [] },
    })
    expect(launched).toEqual([])
    expect(await store().runs.unfinished()).toEqual([])
  })

  test('is answered once more for the same key and body: the next claims are not paid', async () => {
    await claim('1', '2', '3', '4')
    const body = { limit: { count: 2 } }
    const first = await start(body, 'key of a dialog')
    expect(first).toMatchObject({ status: 200, message: 'Bulk send started for 2 queued claims.' })
    expect(await start(body, 'key of a dialog')).toEqual(first)
    await endAll()
    const runs = await countRuns()
    // The answer was lost, and the run has ended meanwhile.
    expect(await start(body, 'key of a dialog')).toEqual(first)
    expect(await countRuns()).toBe(runs)
    expect(launched).toHaveLength(1)
    expect(await start({ limit: { count: 3 } }, 'key of a dialog')).toMatchObject({
      status: 409,
      code: 'start_key_used',
    })
    expect(await start(body, 'another key')).toMatchObject({ status: 200 })
    expect(await countRuns()).toBeGreaterThan(runs)
  })

  test('has a key of bounded length, that a refused start does not use up', async () => {
    const key = 'x'.repeat(200)
    expect(await start({}, `${key}x`)).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(await start({}, key)).toMatchObject({ code: 'no_queued_claims' })
    await claim('1')
    expect(await start({}, key)).toMatchObject({ status: 200 })
  })

  test('is one start, where two servers get it at once', async () => {
    await claim('1', '2', '3')
    const [one, other] = servers()
    const answers = await Promise.all(
      [one, other, other, one].map((ferry) => start({ limit: { count: 1 } }, 'at once', ferry)),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ status: 200, message: 'Bulk send started for 1 queued claim.' })]),
    )
    expect(launched).toHaveLength(1)
  })

  test('of a distribution pays what was shown, once for each key; the claims wait with true words', async () => {
    await portal.configure('standalone')
    const rows = ['3', '4'].map((amount) => [freshSolanaAddress(), amount])
    const content = await buildXlsx({ rows: [['Wallet', 'Amount'], ...rows] })
    const { upload, start: startRoute } = endpoints.standaloneSender
    const { distributionId } = (await portal.upload(upload, { name: 'p.xlsx', content })).json()
    const startIt = async (body: object, key: string) => {
      const headers = { ...(await portal.ferry.adminHeaders()), 'idempotency-key': key }
      const input = { params: { distributionId }, body }
      const response = await callEndpoint(portal.ferry.server, startRoute, input, { headers })
      return { status: response.statusCode, ...response.json() }
    }
    expect(await startIt({ expect: { count: 2, amountUA: '6' } }, 'key')).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      context: { count: 2, amountUA: '7', leftOut: [] },
    })
    const body = { expect: { count: 2, amountUA: '7' } }
    const started = { status: 200, message: 'Distribution started for 2 payments.' }
    expect(await startIt(body, 'key')).toEqual(started)
    expect(await startIt(body, 'key')).toEqual(started)
    expect(launched).toHaveLength(1)
    await claim('1')
    expect(await start()).toMatchObject({
      status: 409,
      code: 'run_in_progress',
      error: 'A distribution is being sent. Wait until it has ended, or stop it.',
    })
  })
})
