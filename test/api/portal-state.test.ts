import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { type PortalStateBody, portalStateResponse } from '#api-schema/portal-state.ts'
import { PayableClaims, readPortalState } from '#app/state/portal-state.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { WalletBalances } from '#payout/wallet-balances.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { startFaultyRpcProxy } from '../harness/node-proxies.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'
import { startPortal } from '../harness/start-portal.ts'

const { admin, bulkSender } = endpoints

interface Heard {
  event: string
  data: Partial<PortalStateBody> & { reason?: string }
}

/** Follows the events of a server over HTTP. */
async function follow(url: string, headers: Record<string, string>) {
  const leaving = new AbortController()
  const response = await fetch(url + admin.events.path, { headers, signal: leaving.signal })
  const heard: Heard[] = []
  let isOver = false
  const read = async () => {
    let text = ''
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (text + part).split('\n\n')
      text = events.pop() ?? ''
      for (const each of events) {
        const [, event = '', data = '{}'] = /^event: (\w+)\ndata: (.*)$/.exec(each) ?? []
        heard.push({ event, data: JSON.parse(data) })
      }
    }
  }
  const ended = read()
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  return {
    response,
    heard,
    ended,
    isOver: () => isOver,
    newest: () => heard.findLast(({ event }) => event === 'state')?.data,
    leave() {
      leaving.abort()
      return ended
    },
  }
}

describe('the stream of the state', () => {
  let url: string
  const ferry = forAllTests(startPortal)
  beforeAll(async () => {
    url = await ferry.listen()
  })

  test('begins with the whole, tells of changes, and otherwise that nothing has changed', async () => {
    const stream = await follow(url, await ferry.adminHeaders())
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.response.headers.get('cache-control')).toBe('no-store')
    await expect.poll(() => stream.heard.length).toBeGreaterThan(2)
    expect(stream.heard.slice(0, 2).map(({ event }) => event)).toEqual(['state', 'beat'])
    expect(() => portalStateResponse.parse(stream.heard[0]?.data)).not.toThrow()
    expect(stream.newest()).toMatchObject({
      claims: { total: 0 },
      controls: { paused: false },
      senders: { bulk: { configured: false, run: null } },
      list: null,
      hasAllocationsFile: false,
      failed: 0,
      held: 0,
      holds: { signed: 0, unsigned: 0, payments: 0 },
      lastAction: null,
    })
    await addClaims(ferry.app, [sampleClaim()])
    await expect.poll(() => stream.newest()?.claims?.queued).toBe(1)
    await ferry.app.store.claimDecisions.reset({
      atMs: 5000,
      action: 'reset_claims',
      subject: '',
      detail: '',
    })
    await expect
      .poll(() => stream.newest())
      .toMatchObject({
        claims: { total: 0 },
        lastAction: { action: 'reset_claims', at: 5 },
      })
    await stream.leave()
  })

  test('is read once for all who listen, and by nobody for nobody', async () => {
    const { store } = ferry.app
    const { inReadTransaction } = store
    let readings = 0
    store.inReadTransaction = (read) => {
      readings += 1
      return inReadTransaction(read)
    }
    const headers = await ferry.adminHeaders()
    const streams = await Promise.all(Array.from({ length: 5 }, () => follow(url, headers)))
    await Promise.all(
      Array.from({ length: 5 }, () => fetch(url + admin.state.path, { headers }).then((got) => got.json())),
    )
    await expect.poll(() => Math.min(...streams.map(({ heard }) => heard.length))).toBeGreaterThan(3)
    const most = Math.max(...streams.map(({ heard }) => heard.length))
    expect(readings).toBeLessThanOrEqual(most + 2)
    await Promise.all(streams.map(({ leave }) => leave()))
    await expect
      .poll(async () => {
        const before = readings
        await sleep(1500)
        return readings - before
      })
      .toBe(0)
    store.inReadTransaction = inReadTransaction
  })

  test('ends with its session, and says so', async () => {
    const headers = await ferry.adminHeaders()
    const stream = await follow(url, headers)
    await expect.poll(() => stream.heard.length).toBeGreaterThan(0)
    await fetch(url + admin.logout.path, { method: 'POST', headers })
    await stream.ended
    expect(stream.heard.at(-1)).toEqual({ event: 'end', data: { reason: 'session' } })
    expect((await follow(url, headers)).response.status).toBe(401)
  })

  test('no more than 32 are open at a time', async () => {
    const headers = await ferry.adminHeaders()
    const streams = await Promise.all(Array.from({ length: 32 }, () => follow(url, headers)))
    const refused = await fetch(url + admin.events.path, { headers })
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'too_many_streams' })
    await Promise.all(streams.map(({ leave }) => leave()))
    await expect
      .poll(async () => {
        const stream = await follow(url, headers)
        await stream.leave()
        return stream.response.status
      })
      .toBe(200)
  })

  test('outlasts records that do not answer for a while', async () => {
    const { store } = ferry.app
    const { inReadTransaction } = store
    const stream = await follow(url, await ferry.adminHeaders())
    await expect.poll(() => stream.heard.length).toBeGreaterThan(0)
    store.inReadTransaction = () => Promise.reject(new Error('away'))
    await sleep(1500)
    const before = stream.heard.filter(({ event }) => event !== '').length
    store.inReadTransaction = inReadTransaction
    await expect.poll(() => stream.heard.filter(({ event }) => event !== '').length).toBeGreaterThan(before)
    expect(stream.isOver()).toBe(false)
    await stream.leave()
  })
})

test('a server that is to stop ends the streams, opens no more, and stops at once', async () => {
  const ferry = await startPortal()
  const url = await ferry.listen()
  const headers = await ferry.adminHeaders()
  const stream = await follow(url, headers)
  await expect.poll(() => stream.heard.length).toBeGreaterThan(0)
  ferry.announceStop()
  await stream.ended
  expect(stream.heard.at(-1)).toEqual({ event: 'end', data: { reason: 'stopping' } })
  const { response } = await follow(url, headers)
  expect(response.status).toBe(503)
  expect((await fetch(url + admin.state.path, { headers })).status).toBe(200)
  await ferry.close()
})

describe('while a run pays', () => {
  const portal = forAllTests(startPayingPortal)
  const node = forAllTests(() => startFaultyRpcProxy(portal.localnet.url))

  const state = async (): Promise<PortalStateBody> => (await portal.call(admin.state)).json()

  test('counts, run and balances are of one moment', async () => {
    const { app } = portal.ferry
    await portal.configure('bulk', { rpcUrl: node.url, batchSize: 1, delayBetweenBatches: 1000 })
    await addClaims(
      app,
      Array.from({ length: 4 }, () => sampleClaim({ solAddress: freshSolanaAddress(), amountUA: '3' })),
    )
    await expect
      .poll(async () => (await state()).senders.bulk)
      .toMatchObject({ wallet: { token: '1000000' }, need: { token: expect.any(String) } })
    const { need, wallet } = (await state()).senders.bulk
    // A token account for each, and the fees.
    expect(Number(need?.sol)).toBeGreaterThan(4 * 0.00203)
    expect(Number(need?.sol)).toBeLessThan(4 * 0.0022 + 0.0009)
    expect(wallet?.readAt).toBeGreaterThan(1_700_000_000)

    await portal.call(bulkSender.start)
    const seen: PortalStateBody[] = []
    await expect
      .poll(async () => {
        const now = await state()
        seen.push(now)
        return now.senders.bulk.run?.state
      })
      .toBe('completed')
    for (const { claims, senders } of seen.filter((each) => each.senders.bulk.run !== null)) {
      // All claims are on the run's list: what it has paid is sent, and nothing else is.
      expect(claims.sent).toBe(senders.bulk.run?.processed)
      expect(claims.queued).toBe(4 - claims.sent)
    }
    expect(seen.at(-1)?.senders.bulk.run).toMatchObject({ processed: 4, total: 4, running: false })
    // The list of runs and the state tell of a run alike, with the sum once it has ended.
    await expect
      .poll(async () => (await state()).senders.bulk.run?.comparison)
      .toMatchObject({ agrees: true, amountUA: '12' })
    const { runs } = (await portal.call(bulkSender.runs)).json()
    expect(runs[0]).toMatchObject({ paid: 4, paidAmountUA: '12', tokenName: expect.any(String) })
  })

  test('a balance is read anew once a run has ended, and is gone where no node has shown it for a while', async () => {
    const { app } = portal.ferry
    await portal.configure('bulk', { rpcUrl: node.url, batchSize: 50, delayBetweenBatches: 1000 })
    await addClaims(app, [sampleClaim({ solAddress: freshSolanaAddress(), amountUA: '7' })])
    // No reading by age: what moves the balance alone has it read.
    const balances = new WalletBalances(app, { maxAgeMs: 3_600_000, keptMs: 3_600_000 })
    const payable = new PayableClaims(app)
    const bulk = async (of = balances) =>
      (await readPortalState({ ...app, balances: of }, payable)).senders.bulk
    await expect.poll(async () => (await bulk()).wallet).not.toBeNull()
    const before = (await bulk()).wallet
    await portal.call(bulkSender.start)
    await expect.poll(async () => (await bulk()).run?.state, { timeout: 60_000 }).toBe('completed')
    const onChain = formatDecimalUnits(await portal.balanceOf(portal.wallet.address), 9)
    expect(onChain).not.toBe(before?.token)
    await expect.poll(async () => (await bulk()).wallet?.token).toBe(onChain)

    const kept = new WalletBalances(app, { maxAgeMs: 0, keptMs: 1500 })
    await expect.poll(async () => (await bulk(kept)).wallet?.token).toBe(onChain)
    node.fault = 'down'
    await expect
      .poll(() => bulk(kept))
      .toMatchObject({ wallet: null, walletUnknownSince: expect.any(Number) })
    node.fault = 'well'
    await expect.poll(() => bulk(kept)).toMatchObject({ walletUnknownSince: null })
    expect((await bulk(kept)).wallet?.token).toBe(onChain)
  })

  test('since when a run waits for a node that hangs is in the state', {
    timeout: 120_000,
  }, async () => {
    await addClaims(
      portal.ferry.app,
      Array.from({ length: 3 }, () => sampleClaim({ solAddress: freshSolanaAddress() })),
    )
    await portal.configure('bulk', { rpcUrl: node.url, batchSize: 1, delayBetweenBatches: 4000 })
    const sinceMs = Date.now()
    await portal.call(bulkSender.start)
    await expect.poll(async () => (await state()).senders.bulk.run?.processed).toBe(1)
    node.fault = 'silent'
    await expect
      .poll(async () => (await state()).senders.bulk.run, { timeout: 60_000 })
      .toMatchObject({ state: 'waiting', running: true, message: expect.stringContaining('node') })
    const { run } = (await state()).senders.bulk
    expect(run?.waitingSince).toBeGreaterThanOrEqual(Math.floor(sinceMs / 1000))
    node.fault = 'well'
    await expect
      .poll(async () => (await state()).senders.bulk.run?.state, { timeout: 60_000 })
      .toBe('completed')
  })
})
