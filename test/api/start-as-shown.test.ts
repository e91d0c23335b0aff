import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { Run } from '#domain/run.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { settleListed } from '#payout/fill-run.ts'
import { answerOf, callEndpoint } from '../harness/call-endpoint.ts'
import { DIALECTS, startPortalDatabase } from '../harness/each-store.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { journalNext, sampleClaim } from '../harness/sample-rows.ts'
import { startPortal } from '../harness/start-portal.ts'

/** A start pays what was shown, once. The runs themselves are not begun here. */

describe.each(DIALECTS)('a start on %s', (dialect) => {
  const database = forAllTests(() => startPortalDatabase(dialect), 120_000)
  const portal = forAllTests(() => startPayingPortal(database))
  /** Used on PostgreSQL alone: it is on the same database there. */
  const second = forAllTests(() => startPortal(database))
  let launched: Run[]
  const servers = () => (dialect === 'PostgreSQL' ? [portal.ferry, second] : [portal.ferry, portal.ferry])

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
    return answerOf(response)
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

  test.each([
    ['a transaction of before is on hold', true],
    ['a transaction of before is under way', false],
  ])('pays what was shown while %s, also once that proves unpaid', async (_, isHeld) => {
    await claim('1', '2.5')
    expect(await start({ limit: { count: 1 } })).toMatchObject({ status: 200 })
    const { journal, runs, leases } = store()
    const [before] = launched
    if (!before) throw new Error('No first run')
    const { attempt: signed, fence } = await journalNext(portal.ferry.app, before)
    if (isHeld) await journal.hold(signed.id, 'nobody knows', 1)
    await leases.release(before.walletAddress, fence)
    await endAll()

    const shown = (await portal.call(endpoints.bulkSender.estimate)).json()
    const expected = { count: shown.claimCount, amountUA: shown.totalAmountUA }
    expect(expected).toEqual({ count: 1, amountUA: '2.5' })
    expect(await start({ expect: expected })).toMatchObject({ status: 200 })
    await journal.settleExpired(signed, 'proved', 9)
    // As a server does that takes the run up, also after a crash.
    const run = launched[1]
    if (!run) throw new Error('No second run')
    await settleListed(store(), run)
    const listed = await journal.nextTransfers(run.id, 9)
    expect(listed.map(({ baseUnits }) => baseUnits)).toEqual([2_500_000_000n])
    expect(await runs.find(run.id)).toMatchObject({ transferCount: 1 })

    await endAll()
    const next = (await portal.call(endpoints.bulkSender.estimate)).json()
    expect(next).toMatchObject({ claimCount: 2, totalAmountUA: '3.5', leftOut: [] })
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
    const { distributionId } = (await portal.uploadPayments([['Wallet', 'Amount'], ...rows])).json()
    const startIt = async (body: object, key: string) => {
      const headers = { ...(await portal.ferry.adminHeaders()), 'idempotency-key': key }
      const input = { params: { distributionId }, body }
      const response = await callEndpoint(portal.ferry.server, endpoints.standaloneSender.start, input, {
        headers,
      })
      return answerOf(response)
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
