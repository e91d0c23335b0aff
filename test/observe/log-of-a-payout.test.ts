import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PortalEvent } from '#domain/portal-event.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { confirmList } from '../harness/call-endpoint.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { makeHolder } from '../harness/holders.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'
import { ADMIN_PASSWORD } from '../harness/start-portal.ts'
import { startWebhook } from '../harness/start-webhook.ts'

/** A line of the log that tells of an event. */
type EventLine<E extends PortalEvent['event'] = PortalEvent['event']> = Extract<PortalEvent, { event: E }> & {
  requestId?: string
  level: number
}

/** Reads the lines of the log that tell of some events, in their order. */
function eventsOf<E extends PortalEvent['event']>(
  logLines: readonly string[],
  ...events: E[]
): EventLine<E>[] {
  return logLines
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event !== undefined && (events.length === 0 || events.includes(event)))
}

const RPC_KEY = 'rpc-key-0123456789abcdef'

let paid: NewClaim[]
let unpayable: NewClaim
let unsealed: NewClaim
const hook = forAllTests(startWebhook, 120_000)
const portal = forAllTests(() => startPayingPortal({ environment: { ALERT_WEBHOOK_URL: hook.url } }), 120_000)
beforeAll(async () => {
  const rpcUrl = `${portal.rpcUrl}?api-key=${RPC_KEY}`
  await portal.configure('bulk', { rpcUrl, batchSize: 5 })
  await portal.configure('standalone', { rpcUrl })
  const { app } = portal.ferry
  paid = Array.from({ length: 12 }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
  unpayable = sampleClaim({ solAddress: portal.walletTokenAccount })
  unsealed = sampleClaim({ solAddress: freshSolanaAddress() })
  await addClaims(app, [...paid, unpayable])
  await app.store.claims.insertMany([unsealed])
  await portal.call(endpoints.bulkSender.start)
  await untilEnded('bulk')
}, 120_000)
const lines = <E extends PortalEvent['event']>(...events: E[]) => eventsOf(portal.ferry.logLines, ...events)

async function untilEnded(sender: 'bulk' | 'standalone'): Promise<void> {
  await vi.waitFor(
    async () => {
      const run = await portal.ferry.app.store.runs.latest({ sender })
      expect(lines('lease_given_back').some(({ runId }) => runId === run?.id)).toBe(true)
    },
    { timeout: 90_000, interval: 200 },
  )
}

/** Follows what was signed for a claim by the log alone: the transactions that paid it. */
function transactionsOf(claimId: string): string[] {
  const signed = lines('transaction_signed').filter(({ payments }) =>
    payments.some((payment) => payment.claimId === claimId),
  )
  const ended = lines('transaction_paid')
  return signed.flatMap(({ attemptId, transaction }) =>
    ended.some((line) => line.attemptId === attemptId && line.transaction === transaction)
      ? [transaction]
      : [],
  )
}

test('every claim that was paid is followed to the transaction that paid it', async () => {
  for (const claim of paid) {
    const recorded = await portal.ferry.app.store.claims.findByAddress(claim.evmAddress)
    expect(recorded?.status).toBe('sent')
    expect(transactionsOf(claim.id)).toEqual([recorded?.solTx])
  }
})

test('every transfer of the run is accounted for, with the ids of its claim', async () => {
  const signed = lines('transaction_signed').flatMap(({ payments }) => payments)
  const unsigned = lines('payment_failed', 'payment_held')
  const told = [...signed, ...unsigned].map(({ claimId }) => claimId)
  expect(told.toSorted()).toEqual([...paid, unpayable, unsealed].map(({ id }) => id).toSorted())
  expect(unsigned).toMatchObject([
    { event: 'payment_held', claimId: unsealed.id, transferId: expect.any(Number) },
    { event: 'payment_failed', claimId: unpayable.id, transferId: expect.any(Number) },
  ])
  for (const { reason } of unsigned) expect(reason).toMatch(/\w/)
})

test('the run, its lease, its batches and its transactions each have their lines, in their order', async () => {
  const ofRun = lines().filter((line) => 'runId' in line && line.runId === 1)
  const kinds = ofRun.map(({ event }) => event)
  expect(kinds.slice(0, 3)).toEqual(['run_created', 'lease_taken', 'run_taken_up'])
  expect(kinds.slice(-2)).toEqual(['run_completed', 'lease_given_back'])
  const batches = lines('batch_signed')
  expect(batches.reduce((sum, { payments }) => sum + payments, 0)).toBe(paid.length)
  expect((await portal.ferry.app.store.runs.find(1))?.batchCount).toBe(batches.length)
  for (const { attemptId } of lines('transaction_signed')) {
    const ownLines = lines().filter((line) => 'attemptId' in line && line.attemptId === attemptId)
    expect(ownLines.map(({ event }) => event).filter((event) => event !== 'transaction_confirmed')).toEqual([
      'transaction_signed',
      'transaction_sent',
      'transaction_paid',
    ])
  }
})

test('the payment on hold is alerted of, and so is the log', async () => {
  const condition = `hold:${portal.wallet.address}`
  const ofConditions = <T extends { phase?: unknown }>(all: readonly T[]) =>
    all.filter(({ phase }) => phase !== 'done')
  await expect.poll(() => ofConditions(hook.bodies)).toMatchObject([{ condition, phase: 'begun' }])
  await expect
    .poll(() => ofConditions(lines('alert_sent')))
    .toMatchObject([{ condition, phase: 'begun', target: new URL(hook.url).origin }])
})

test('what a request caused has its id; what the run does after it has none', () => {
  const { ferry } = portal
  const created = lines('run_created')[0]
  const requests = ferry.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => /request c/.test(msg))
  expect(requests.find(({ requestId }) => requestId === created?.requestId)).toMatchObject({
    msg: 'request completed',
  })
  for (const line of lines('lease_taken', 'transaction_signed', 'transaction_paid', 'run_completed'))
    expect(line.requestId).toBeUndefined()
})

test('rows of a distribution are followed by their numbers', async () => {
  const upload = await portal.uploadPayments(['1', '2'].map((amount) => [freshSolanaAddress(), amount]))
  const { distributionId } = upload.json()
  expect(lines('distribution_published')).toMatchObject([
    { distributionId, rows: 2, requestId: upload.headers['x-request-id'] },
  ])
  await portal.call(endpoints.standaloneSender.start, { params: { distributionId } })
  await untilEnded('standalone')
  const signed = lines('transaction_signed').flatMap(({ payments }) => payments)
  const rows = signed.filter((payment) => payment.distributionId === distributionId)
  expect(rows.map(({ rowNumber }) => rowNumber).toSorted()).toEqual([1, 2])
  for (const row of rows) expect(row.claimId).toBeUndefined()
})

test("an operator's decisions and refusals have their lines, with the request's id", async () => {
  const { ferry } = portal
  const { admin, bulkSender } = endpoints
  const holder = makeHolder()
  const addresses = [...paid.map(({ evmAddress }) => evmAddress), unpayable.evmAddress, unsealed.evmAddress]
  const rows = [holder.account.address, ...addresses].map((address) => `${address},5\n`)
  const file = new File([`address,amountUA\n${rows.join('')}`], 'holders.csv')
  const published = await confirmList(await portal.call(admin.upload, { file }), portal.call)
  expect(lines('list_published')).toMatchObject([
    { addresses: 15, requestId: published.headers['x-request-id'] },
  ])

  const refused = await portal.call(admin.upload, { file: new File(['nonsense'], 'holders.csv') })
  expect(refused.statusCode).toBe(400)
  expect(lines('operation_refused').at(-1)).toMatchObject({
    operation: admin.upload.path,
    code: refused.json().code,
    requestId: refused.headers['x-request-id'],
  })

  const claim = sampleClaim()
  await addClaims(ferry.app, [claim])
  const rejected = await portal.call(admin.reject, { body: { id: claim.id, reason: 'twice' } })
  expect(rejected.statusCode).toBe(200)
  expect(lines('claim_rejected')).toMatchObject([
    { claimId: claim.id, requestId: rejected.headers['x-request-id'] },
  ])
  const again = await portal.call(admin.reject, { body: { id: claim.id, reason: 'for another reason' } })
  expect(again.statusCode).toBe(409)
  expect(lines('claim_rejected')).toHaveLength(1)
  expect(lines('operation_refused').at(-1)).toMatchObject({ code: 'claim_not_queued' })

  await portal.call(bulkSender.takeOver)
  expect(lines('operation_refused').at(-1)).toMatchObject({ code: 'records_not_behind' })
  expect(lines('payments_taken_over')).toEqual([])

  const failed = await ferry.ask(admin.login, { body: { password: 'wrong password' } })
  expect(lines('sign_in_failed')).toMatchObject([{ requestId: failed.headers['x-request-id'] }])
  for (let time = 0; time < 6; time++) await ferry.ask(admin.login, { body: { password: 'wrong password' } })
  expect(lines('sign_in_throttled').length).toBeGreaterThan(0)
  const headers = { authorization: `Bearer ${'x'.repeat(43)}` }
  const linesBefore = lines('operation_refused').length
  await ferry.ask(admin.resetClaims, undefined, { headers })
  expect(lines('operation_refused')).toHaveLength(linesBefore)
})

test('a sender is told of by the origins of its nodes', () => {
  const [bulk] = lines('sender_configured')
  expect(bulk).toMatchObject({
    sender: 'bulk',
    wallet: portal.wallet.address,
    nodes: [new URL(portal.rpcUrl).origin],
    requestId: expect.any(String),
  })
})

test('no line has a secret, nor a claimant, and none of an event has a visitor', async () => {
  const { ferry } = portal
  const { authorization } = await ferry.adminHeaders().catch(() => ({ authorization: '' }))
  const log = ferry.logLines.join('')
  const secrets = [
    ...[RPC_KEY, ADMIN_PASSWORD, portal.walletKeyJson, 'wrong password'],
    readFileSync(join(ferry.folder, 'data', 'secrets.key'), 'utf8').trim(),
    ...(authorization ? [authorization.slice('Bearer '.length)] : []),
  ]
  for (const secret of secrets) expect(log).not.toContain(secret)
  for (const line of ferry.logLines.filter((text) => 'event' in JSON.parse(text))) {
    expect(line).not.toMatch(/remoteAddress|127\.0\.0\.1(?!:\d)/)
    for (const { solAddress, evmAddress } of [...paid, unsealed]) {
      expect(line).not.toContain(solAddress)
      expect(line).not.toContain(evmAddress)
    }
  }
  expect(lines('signed_in').length).toBeGreaterThan(0)
})

test('signing out has its line', async () => {
  await portal.call(endpoints.admin.logout)
  expect(lines('signed_out')).toMatchObject([{ requestId: expect.any(String) }])
})
