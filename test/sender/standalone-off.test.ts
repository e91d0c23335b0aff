import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AnyInput, Endpoint } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { StartRefusedError } from '#domain/start-refused-error.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { buildXlsx } from '../harness/build-xlsx.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

/** A portal that has paid the first of two rows of a distribution, with servers of either setting started on its records. */

const LONG = { timeout: 90_000 }
const TIMEOUT = { timeout: 30_000 }
const METRICS_TOKEN = 'a-token-of-the-scrapers'

let dataDir: string
let portal: PayingPortal
let distributionId: string
const recipient = freshSolanaAddress()

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'ferry-off-'))
  portal = await startPayingPortal({ environment: { DATA_DIR: dataDir } })
  await portal.configure('standalone', { batchSize: 1, delayBetweenBatches: 60_000 })
  const rows = [
    [recipient, '1.5'],
    [freshSolanaAddress(), '2'],
  ]
  const file = { name: 'payments.xlsx', content: await buildXlsx({ rows }) }
  distributionId = (await portal.upload(endpoints.standaloneSender.upload, file)).json().distributionId
  const params = { distributionId }
  expect((await portal.call(endpoints.standaloneSender.start, { params })).statusCode).toBe(200)
  const progress = async () => (await portal.call(endpoints.standaloneSender.progress, { params })).json()
  const settled = { successful: 1, inFlight: 0, state: 'running' }
  await vi.waitFor(async () => expect(await progress()).toMatchObject(settled), TIMEOUT)
  await portal.ferry.close()
}, 90_000)
afterAll(async () => {
  await portal?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const startWith = (setting: 'on' | 'off') =>
  startPortal({ environment: { DATA_DIR: dataDir, STANDALONE_SENDER: setting, METRICS_TOKEN } })

async function callsOf(ferry: TestPortal) {
  const headers = await ferry.adminHeaders()
  return (endpoint: Endpoint, input?: AnyInput) => callEndpoint(ferry.server, endpoint, input, { headers })
}

test('a start with the sender off is refused while a run of it has not ended', LONG, async () => {
  const refused = await startWith('off').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartRefusedError)
  expect((refused as Error).message).toMatch(
    new RegExp(
      `^STANDALONE_SENDER is off, but run \\d+, of distribution ${distributionId}, has not ended\\. Start Ferry with STANDALONE_SENDER=on, .* press Stop`,
    ),
  )
  const ferry = await startWith('on')
  const call = await callsOf(ferry)
  const params = { distributionId }
  expect((await call(endpoints.standaloneSender.stop, { params })).statusCode).toBe(200)
  const progress = async () => (await call(endpoints.standaloneSender.progress, { params })).json()
  await expect.poll(progress, TIMEOUT).toMatchObject({ successful: 1, state: 'stopped' })
  await ferry.close()
})

test('with the sender off its routes say so, and what it has paid stays to be read', LONG, async () => {
  const ferry = await startWith('off')
  const call = await callsOf(ferry)
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints.standaloneSender)) {
    const input = { params: { distributionId }, ...(endpoint.method !== 'GET' && { body: {} }) }
    const response = await call(endpoint, input)
    expect([name, response.statusCode], name).toEqual([name, 404])
    expect(response.json()).toMatchObject({
      code: 'standalone_sender_off',
      error: 'The standalone sender is switched off on this server: STANDALONE_SENDER is off.',
    })
    expect((await callEndpoint(ferry.server, endpoint, input)).statusCode, name).toBe(401)
  }

  const state = (await call(endpoints.admin.state)).json()
  expect(state.senders).toMatchObject({ bulk: { configured: false }, standalone: null })
  const [run] = (await call(endpoints.bulkSender.runs)).json().runs
  expect(run).toMatchObject({ sender: 'standalone', distributionId, status: 'stopped', paid: 1 })
  const payments = await call(endpoints.ledger.runPayments, { params: { id: run.id } })
  expect(payments.json().payments).toContainEqual(expect.objectContaining({ recipient, state: 'paid' }))
  expect((await call(endpoints.ledger.ledger)).json().payments).toMatchObject([{ recipient, distributionId }])
  expect((await call(endpoints.ledger.exportLedgerCsv)).body).toContain(recipient)
  expect((await call(endpoints.bulkSender.status)).statusCode).toBe(200)
  expect((await call(endpoints.public.ready)).statusCode).toBe(200)
  const metrics = await ferry.server.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  expect(metrics.body).toContain('ferry_ready 1')
  await ferry.close()
})
