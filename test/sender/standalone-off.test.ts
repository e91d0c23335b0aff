import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Endpoint } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { StartRefusedError } from '#domain/refused-error.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { folderForTests } from '../harness/for-tests.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { startPortal } from '../harness/start-portal.ts'

/** A portal that has paid the first of two rows of a distribution, with servers of either setting started on its records. */

const TIMEOUT = { timeout: 30_000 }
const METRICS_TOKEN = 'a-token-of-the-scrapers'

const dataDir = folderForTests()
let portal: PayingPortal
let distributionId: string
const recipient = freshSolanaAddress()

beforeAll(async () => {
  portal = await startPayingPortal({ environment: { DATA_DIR: dataDir } })
  await portal.configure('standalone', { batchSize: 1, delayBetweenBatches: 60_000 })
  const rows = [
    [recipient, '1.5'],
    [freshSolanaAddress(), '2'],
  ]
  distributionId = (await portal.uploadPayments(rows)).json().distributionId
  const params = { distributionId }
  expect((await portal.call(endpoints.standaloneSender.start, { params })).statusCode).toBe(200)
  const progress = async () => (await portal.call(endpoints.standaloneSender.progress, { params })).json()
  const settled = { successful: 1, inFlight: 0, state: 'running' }
  await vi.waitFor(async () => expect(await progress()).toMatchObject(settled), TIMEOUT)
  await portal.ferry.close()
})
afterAll(() => portal?.close())

const startWith = (setting: 'on' | 'off') =>
  startPortal({ environment: { DATA_DIR: dataDir, STANDALONE_SENDER: setting, METRICS_TOKEN } })

test('a start with the sender off is refused while a run of it has not ended', async () => {
  const refused = await startWith('off').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartRefusedError)
  expect((refused as Error).message).toMatch(
    new RegExp(
      `^STANDALONE_SENDER is off, but run \\d+, of distribution ${distributionId}, has not ended\\. Start Ferry with STANDALONE_SENDER=on, .* press Stop`,
    ),
  )
  const ferry = await startWith('on')
  const { call } = ferry
  const params = { distributionId }
  expect((await call(endpoints.standaloneSender.stop, { params })).statusCode).toBe(200)
  const progress = async () => (await call(endpoints.standaloneSender.progress, { params })).json()
  await expect.poll(progress).toMatchObject({ successful: 1, state: 'stopped' })
  await ferry.close()
})

test('with the sender off its routes say so, and what it has paid stays to be read', async () => {
  const ferry = await startWith('off')
  const { call } = ferry
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints.standaloneSender)) {
    const input = { params: { distributionId }, ...(endpoint.method !== 'GET' && { body: {} }) }
    const response = await call(endpoint, input)
    expect([name, response.statusCode], name).toEqual([name, 404])
    expect(response.json()).toMatchObject({
      code: 'standalone_sender_off',
      error: 'The standalone sender is switched off on this server: STANDALONE_SENDER is off.',
    })
    expect((await ferry.ask(endpoint, input)).statusCode, name).toBe(401)
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
