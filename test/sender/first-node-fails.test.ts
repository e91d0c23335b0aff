import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { type ProxyFault, startAlteringNode, startFaultyRpcProxy } from '../harness/node-proxies.ts'
import { payManually, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

/** Tests a sender with two nodes, the first of which fails when it is needed. */

const { bulkSender } = endpoints
const PAYING_MS = 60_000

let restored: TestPortal | undefined
const paying = forEachTest(startPayingPortal)
const first = forEachTest(() => startFaultyRpcProxy(paying.localnet.url))
const next = forEachTest(() => startFaultyRpcProxy(paying.localnet.url))
beforeEach(() => paying.configure('bulk', { rpcUrl: undefined, rpcUrls: [first.url, next.url] }))
afterEach(async () => {
  await restored?.close()
  restored = undefined
})

async function payAll(): Promise<void> {
  expect(await call(bulkSender.start)).toMatchObject({ status: 200 })
  await expect.poll(newestRun, { timeout: PAYING_MS }).toMatchObject({ status: 'completed' })
}

const newClaims = (count: number) =>
  Array.from({ length: count }, () =>
    sampleClaim({ solAddress: freshSolanaAddress(), submittedAtMs: Date.now() }),
  )

/** Calls the portal whose records were restored, where there is one. */
async function call(endpoint: Route, body?: object) {
  const { server, adminHeaders } = restored ?? paying.ferry
  const response = await callEndpoint(server, endpoint, { body }, { headers: await adminHeaders() })
  return { status: response.statusCode, body: response.json() }
}

const newestRun = async () => (await call(bulkSender.runs)).body.runs[0]

/** Starts a portal on records from before two payments. */
async function putRecordsBack(): Promise<void> {
  const backup = join(paying.ferry.folder, 'backup')
  await addClaims(paying.ferry.app, newClaims(2))
  cpSync(join(paying.ferry.folder, 'data'), backup, { recursive: true })
  await payAll()
  restored = await startPortal({ environment: { DATA_DIR: backup } })
}

async function setBehind(payments: number): Promise<void> {
  const store = restored?.app.store
  const sender = await store?.senders.find('bulk')
  if (!store || !sender) throw new Error('nothing was put back')
  const { genesisHash, walletAddress, mintAddress } = sender
  const found = { payments, baseUnits: BigInt(payments) * 1_500_000_000n, checkedAtMs: 1 }
  await store.recordsBehind.set({ genesisHash, walletAddress, mintAddress, ...found })
}

describe.each<[string, ProxyFault]>([
  ['is down', 'down'],
  ['hangs', 'silent'],
  ['answers for another cluster', 'mainnet'],
])('the first node %s: the next one is asked', (_, fault) => {
  test('by Start and by the estimate before it, and the run is compared', {
    timeout: 3 * PAYING_MS,
  }, async () => {
    await addClaims(paying.ferry.app, newClaims(2))
    first.fault = fault
    expect(await call(bulkSender.estimate)).toMatchObject({
      status: 200,
      body: { claimCount: 2, sufficient: true },
    })
    expect(await call(bulkSender.start)).toMatchObject({ status: 200 })
    await expect
      .poll(newestRun, { timeout: 2 * PAYING_MS })
      .toMatchObject({ status: 'completed', comparison: { agrees: true, payments: 2 } })
  })

  test('by a take-over and by reconcile', { timeout: 2 * PAYING_MS }, async () => {
    await putRecordsBack()
    await setBehind(2)
    first.fault = fault
    expect(await call(bulkSender.takeOver)).toMatchObject({ status: 200, body: { payments: 2, claims: 2 } })
    expect(await call(bulkSender.reconcile)).toMatchObject({
      status: 200,
      body: { agrees: true, chainPayments: 2 },
    })
  })

  test('by Start, which finds that the records are behind the chain, and by going on without', {
    timeout: 2 * PAYING_MS,
  }, async () => {
    await putRecordsBack()
    first.fault = fault
    expect(await call(bulkSender.start)).toMatchObject({
      status: 409,
      body: { code: 'records_behind_chain' },
    })
    expect(await call(bulkSender.continueWithout, { confirm: '2 payments' })).toMatchObject({
      status: 200,
      body: { payments: 2 },
    })
  })
})

/** Runs the command line on the restored records. */
function reconcile(...options: string[]) {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: join(paying.ferry.folder, 'backup'),
    ADMIN_PASSWORD: 'a long password',
  }
  return promisify(execFile)(process.execPath, ['src/bin/reconcile.ts', ...options], { env })
}

test('from the command line, one that hangs is waited for once, not by each of its two steps', {
  timeout: 2 * PAYING_MS,
}, async () => {
  await putRecordsBack()
  await restored?.close()
  restored = undefined
  first.fault = 'silent'
  first.asked = []
  const { stdout } = await reconcile('--take-over')
  expect(stdout).toContain('The chain and the records agree.')
  // A node that hangs is asked twice before it counts as unavailable.
  expect(first.asked).toEqual(['getGenesisHash', 'getGenesisHash'])
})

test('from the command line, the same, with a message where no node answers', {
  timeout: 2 * PAYING_MS,
}, async () => {
  await putRecordsBack()
  first.fault = 'down'
  const { stdout } = await reconcile('--take-over')
  expect(stdout).toContain('Booked from the chain: 2 payments, 3 tokens, 2 claims sent.')
  expect(stdout).toContain('The chain and the records agree.')
  next.fault = 'mainnet'
  const reason = `${new URL(first.url).host}: the connection broke off`
  await expect(reconcile()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(new RegExp(`^The Solana RPC node could .*\\(${reason}\\).*\n$`)),
  })
})

test('a transaction that a claim is marked sent with is looked up by the next node', {
  timeout: PAYING_MS,
}, async () => {
  const { localnet, mint, walletKeyJson, ferry } = paying
  const [claim] = newClaims(1)
  if (!claim) throw new Error('no claim')
  await addClaims(ferry.app, [claim])
  const rpcUrl = localnet.url
  const tx = await payManually({ rpcUrl, mint, walletKeyJson }, claim.solAddress, 1_500_000_000n)
  first.fault = 'down'
  const payload = { id: claim.id, tx }
  expect(await paying.call(endpoints.admin.markSent, { body: payload })).toMatchObject({ statusCode: 200 })
  expect(await ferry.app.store.operatorActions.decisions(1)).toMatchObject([{ action: 'mark_sent' }])
})

test('an outflow of the wallet is acknowledged by the data of the next node', {
  timeout: PAYING_MS,
}, async () => {
  const { localnet, mint, walletKeyJson } = paying
  const rpcUrl = localnet.url
  const signature = await payManually({ rpcUrl, mint, walletKeyJson }, freshSolanaAddress(), 40n)
  first.fault = 'down'
  expect(await call(bulkSender.acknowledge, { signature, note: 'To the treasury' })).toMatchObject({
    status: 200,
  })
})

test('a run does not sign where the next node has no history that explains the balance', {
  timeout: 2 * PAYING_MS,
}, async () => {
  const forgetful = await startAlteringNode(paying.localnet.url)
  await paying.configure('bulk', { rpcUrl: undefined, rpcUrls: [first.url, forgetful.url] })
  await putRecordsBack()
  first.fault = 'down'
  forgetful.alter((method, _, result) => (method === 'getSignaturesForAddress' ? [] : result))
  expect(await call(bulkSender.start)).toMatchObject({ status: 200 })
  await expect
    .poll(() => call(bulkSender.status), { timeout: PAYING_MS })
    .toMatchObject({ body: { inFlight: 0, message: expect.stringContaining('can not be explained') } })
  await forgetful.close()
})

describe('where no node answers, the first is named with its reason, and nothing changes', () => {
  test.each<[keyof typeof bulkSender, object?]>([
    ['start'],
    ['takeOver'],
    ['continueWithout', { confirm: '2 payments' }],
    ['reconcile'],
  ])('%s', { timeout: 2 * PAYING_MS }, async (name, body) => {
    await putRecordsBack()
    first.fault = 'down'
    next.fault = 'mainnet'
    for (const refused of [await call(bulkSender[name], body), await call(bulkSender[name], body)]) {
      expect(refused).toMatchObject({ status: 503, body: { code: 'rpc_unreachable' } })
      expect(refused.body.error).toContain(`(${new URL(first.url).host}: the connection broke off)`)
    }
    expect(await restored?.app.store.recordsBehind.all()).toEqual([])
    expect(await restored?.app.store.operatorActions.decisions(9)).toEqual([])
  })
})
