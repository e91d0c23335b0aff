import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { BUILD } from '#config/build.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { type ParsedFamily, parseMetrics, sampleValue } from '../harness/parse-metrics.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { freePort } from '../harness/raw-connection.ts'
import { addClaims, findSender, sampleClaim } from '../harness/sample-rows.ts'
import { startPortal } from '../harness/start-portal.ts'

const TOKEN = 'a-token-of-a-scrape'
const RPC_KEY = 'rpc-key-0123456789abcdef'

const portal = forAllTests(() => startPayingPortal({ environment: { METRICS_TOKEN: TOKEN } }))
beforeAll(() => portal.configure('bulk', { rpcUrl: `${portal.rpcUrl}?api-key=${RPC_KEY}`, batchSize: 5 }))
const scrapeText = async () => {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const response = await portal.ferry.server.inject({ url: '/metrics', headers })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  return response.body
}
const scrape = async () => parseMetrics(await scrapeText())
const of = async (name: string, labels?: Record<string, string>) => sampleValue(await scrape(), name, labels)

/** Reads until what the store shows, which is cached for seconds, has caught up. */
const until = (read: (families: Map<string, ParsedFamily>) => void) =>
  vi.waitFor(async () => read(await scrape()), { timeout: 30_000, interval: 500 })

test('claims and look-ups are counted by their results', async () => {
  const { ferry } = portal
  const holder = makeHolder()
  await loadHolders(ferry.app, [holder])
  const claim = await signClaim(holder)
  const { submitClaim, allocation, claim: claimOf } = endpoints.public
  const submit = (body: object) => ferry.ask(submitClaim, { body })
  expect((await submit({ ...claim, nonce: 1 })).statusCode).toBe(400)
  expect((await submit(claim)).statusCode).toBe(200)
  expect((await submit(claim)).statusCode).toBe(409)
  await ferry.ask(allocation, { query: { eth: claim.eth } })
  await ferry.ask(allocation, { query: { eth: 'nobody' } })
  await ferry.ask(claimOf, { params: { eth: claim.eth } })

  const families = await scrape()
  const claims = (result: string, code: string) =>
    sampleValue(families, 'ferry_claims_total', { result, code })
  expect(claims('accepted', '')).toBe('1')
  expect(claims('refused', 'stale_nonce')).toBe('1')
  expect(claims('refused', 'already_claimed')).toBe('1')
  expect(sampleValue(families, 'ferry_lookups_total', { of: 'allocation', code: '' })).toBe('1')
  expect(
    sampleValue(families, 'ferry_lookups_total', { of: 'allocation', code: 'invalid_eth_address' }),
  ).toBe('1')
  expect(sampleValue(families, 'ferry_lookups_total', { of: 'claim', code: '' })).toBe('1')
  const route = { method: 'GET', route: '/api/claims/:eth' }
  expect(sampleValue(families, 'ferry_http_requests_total', { ...route, status: '200' })).toBe('1')
  expect(sampleValue(families, 'ferry_http_request_duration_seconds_count', route)).toBe('1')
})

test('no path that was asked for becomes a label', async () => {
  await portal.ferry.server.inject('/api/nothing-of-this-name?key=secret')
  const text = await scrapeText()
  expect(text).not.toMatch(/nothing-of-this-name|secret/)
  expect(
    sampleValue(parseMetrics(text), 'ferry_http_requests_total', {
      method: 'GET',
      route: 'unmatched',
      status: '404',
    }),
  ).toBe('1')
})

test('a payout: what the metrics show is what the store and the chain have', {
  timeout: 120_000,
}, async () => {
  const { app } = portal.ferry
  const claims = Array.from({ length: 12 }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
  await addClaims(app, claims)
  await until((families) => {
    expect(sampleValue(families, 'ferry_claims', { status: 'queued' })).toBe('13')
    expect(sampleValue(families, 'ferry_run_state', { sender: 'bulk', state: 'ready' })).toBe('1')
    expect(sampleValue(families, 'ferry_run_id', { sender: 'bulk' })).toBeNull()
  })
  await portal.call(endpoints.bulkSender.start)
  await until((families) => {
    expect(sampleValue(families, 'ferry_claims', { status: 'sent' })).toBe('13')
    expect(sampleValue(families, 'ferry_run_state', { sender: 'bulk', state: 'completed' })).toBe('1')
    expect(sampleValue(families, 'ferry_run_state', { sender: 'bulk', state: 'running' })).toBe('0')
  })
  const run = await app.store.runs.latest({ sender: 'bulk' })
  const attempts = await app.store.figures.attempts()
  const families = await scrape()
  for (const [state, count] of Object.entries(attempts))
    expect(sampleValue(families, 'ferry_attempts', { state })).toBe(String(count))
  expect(Number(sampleValue(families, 'ferry_attempts', { state: 'paid' }))).toBeGreaterThanOrEqual(3)
  const events = (event: string) => sampleValue(families, 'ferry_events_total', { event })
  expect(events('batch_signed')).toBe(String(run?.batchCount))
  expect(events('run_completed')).toBe('1')
  const age = Number(sampleValue(families, 'ferry_run_last_batch_age_seconds', { sender: 'bulk' }))
  expect(age).toBeGreaterThan(0)
  expect(age).toBeLessThan((Date.now() - (run?.startedAtMs ?? 0)) / 1000)
  expect(sampleValue(families, 'ferry_run_waiting_seconds', { sender: 'bulk' })).toBe('0')
  expect(sampleValue(families, 'ferry_payments_on_hold')).toBe('0')
  expect(sampleValue(families, 'ferry_records_behind', { sender: 'bulk' })).toBe('0')
  expect(sampleValue(families, 'ferry_lease_owner', { wallet: portal.wallet.address })).toBe('0')
})

test('nodes are counted by their origins, and refused requests as errors', async () => {
  const node = new URL(portal.rpcUrl).origin
  expect(Number(await of('ferry_rpc_requests_total', { node, method: 'sendTransaction' }))).toBeGreaterThan(0)
  const labels = { node, method: 'getEpochInfo' }
  const before = [await of('ferry_rpc_requests_total', labels), await of('ferry_rpc_errors_total', labels)]
  const fault = { kind: 'serverError' as const, probability: 1, status: 503 as const }
  portal.localnet.faults.use({ seed: 1, rules: [{ ...fault, methods: [labels.method] }] })
  const { app } = portal.ferry
  const sender = await findSender(app)
  await expect(app.payouts.readerOf(sender).read((each) => each.finalizedPosition())).rejects.toThrow('503')
  portal.localnet.faults.use({ seed: 0 })
  const after = [await of('ferry_rpc_requests_total', labels), await of('ferry_rpc_errors_total', labels)]
  const [asked = 0, failed = 0] = after.map((count, at) => Number(count) - Number(before[at]))
  expect(asked).toBeGreaterThan(1)
  expect(failed).toBe(asked)
})

test('balances are read once a minute at most, however often they are scraped', async () => {
  const labels = { sender: 'bulk', wallet: portal.wallet.address }
  await until((families) => expect(sampleValue(families, 'ferry_wallet_sol', labels)).not.toBeNull())
  const node = new URL(portal.rpcUrl).origin
  const asked = () => of('ferry_rpc_requests_total', { node, method: 'getMultipleAccounts' })
  const before = await asked()
  for (let time = 0; time < 20; time++) await scrape()
  expect(await asked()).toBe(before)
  expect(await of('ferry_wallet_tokens', { ...labels, mint: portal.mint })).toMatch(/^(1000000|9999\d\d)/)
  expect(Number(await of('ferry_wallet_balance_age_seconds', { sender: 'bulk' }))).toBeLessThan(120)
})

test('the process, its version and its readiness', async () => {
  const families = await scrape()
  expect(Number(sampleValue(families, 'process_resident_memory_bytes'))).toBeGreaterThan(1e7)
  expect(Number(sampleValue(families, 'process_cpu_seconds_total'))).toBeGreaterThan(0)
  expect(Number(sampleValue(families, 'ferry_event_loop_lag_seconds', { of: 'p99' }))).toBeGreaterThanOrEqual(
    0,
  )
  expect(sampleValue(families, 'ferry_build_info', { ...BUILD })).toBe('1')
  expect(sampleValue(families, 'ferry_ready')).toBe('1')
  expect(sampleValue(families, 'ferry_store_up')).toBe('1')
})

test('no secret is in the metrics', async () => {
  const text = await scrapeText()
  for (const secret of [RPC_KEY, TOKEN, portal.walletKeyJson]) expect(text).not.toContain(secret)
})

describe('on the port of the portal', () => {
  test.each([
    ['without a token', {}],
    ['with another', { authorization: 'Bearer another-token-of-16' }],
    ['with a part of it', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
  ])('%s: 401', async (_, headers) => {
    const response = await portal.ferry.server.inject({ url: '/metrics', headers })
    expect(response.statusCode).toBe(401)
    expect(response.body).not.toContain('ferry_')
  })

  test('where nothing is configured: 404', async () => {
    const plain = await startPortal()
    try {
      const headers = { authorization: `Bearer ${TOKEN}` }
      expect((await plain.server.inject({ url: '/metrics', headers })).statusCode).toBe(404)
    } finally {
      await plain.close()
    }
  })
})

describe('on a port of its own', () => {
  let port: number
  let url: string
  beforeEach(async () => {
    port = await freePort()
    url = `http://127.0.0.1:${port}`
  })

  test('they are there alone, and gone with the portal', async () => {
    const own = await startPortal({ environment: { METRICS_PORT: String(port) } })
    try {
      const response = await fetch(`${url}/metrics`)
      expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
      expect(sampleValue(parseMetrics(await response.text()), 'ferry_ready')).toBe('1')
      expect((await fetch(`${url}/`)).status).toBe(404)
      expect((await fetch(`${url}/api/health`)).status).toBe(404)
      expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405)
      expect((await own.server.inject('/metrics')).statusCode).toBe(404)
    } finally {
      await own.close()
    }
    await expect(fetch(`${url}/metrics`)).rejects.toThrow()
  })

  test('a token is asked for there too, where one is set', async () => {
    const own = await startPortal({ environment: { METRICS_PORT: String(port), METRICS_TOKEN: TOKEN } })
    try {
      expect((await fetch(`${url}/metrics`)).status).toBe(401)
      const headers = { authorization: `Bearer ${TOKEN}` }
      expect((await fetch(`${url}/metrics`, { headers })).status).toBe(200)
      expect((await own.server.inject({ url: '/metrics', headers })).statusCode).toBe(404)
    } finally {
      await own.close()
    }
  })
})

test('a store that does not answer is told of, and holds no scrape up', async () => {
  const own = await startPortal({ environment: { METRICS_TOKEN: TOKEN } })
  try {
    const { figures } = own.app.store
    figures.attempts = () => Promise.reject(new Error('gone'))
    const headers = { authorization: `Bearer ${TOKEN}` }
    const response = await own.server.inject({ url: '/metrics', headers })
    const families = parseMetrics(response.body)
    expect(sampleValue(families, 'ferry_store_up')).toBe('0')
    expect(families.has('ferry_claims')).toBe(false)
    expect(families.has('process_cpu_seconds_total')).toBe(true)
  } finally {
    await own.close()
  }
})
