import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { RunsResponse } from '#api-schema/runs.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { payManually, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims as addSealedClaims, type Plain, sampleClaim, sampleRun } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

/** A localnet's blockhashes are valid for 150 slots of 20 ms, and a new process may wait until they expire. */
const PAYING_MS = 60_000

let restored: TestPortal | undefined
const paying = forEachTest(startPayingPortal)
beforeEach(() => paying.configure('bulk'))
afterEach(async () => {
  await restored?.close()
  restored = undefined
})

type Call = (endpoint: Route, input?: AnyInput) => Promise<{ status: number; body: unknown }>

const callsOf = async ({ server, adminHeaders }: TestPortal): Promise<Call> => {
  const headers = await adminHeaders()
  return async (endpoint, input) => {
    const response = await callEndpoint(server, endpoint, input, { headers })
    return { status: response.statusCode, body: response.json() }
  }
}

async function addClaims(count: number, change: Partial<Plain<NewClaim>> = {}): Promise<NewClaim[]> {
  const claims = Array.from({ length: count }, () =>
    sampleClaim({ solAddress: freshSolanaAddress(), submittedAtMs: Date.now(), ...change }),
  )
  await addSealedClaims(paying.ferry.app, claims)
  return claims
}

async function payAll(): Promise<void> {
  expect(await paying.call(endpoints.bulkSender.start)).toMatchObject({ statusCode: 200 })
  await expect
    .poll(async () => (await paying.call(endpoints.bulkSender.runs)).json().runs[0], { timeout: PAYING_MS })
    .toMatchObject({ status: 'completed' })
}

/** Runs `act`, and starts a portal on the records from before it, as from a restored backup. */
async function restoringRecordsOfBefore(act: () => Promise<void>): Promise<Call> {
  const backup = join(paying.ferry.folder, 'backup')
  cpSync(join(paying.ferry.folder, 'data'), backup, { recursive: true })
  await act()
  restored = await startPortal({ environment: { DATA_DIR: backup } })
  return callsOf(restored)
}

const recordsPortal = () => {
  if (!restored) throw new Error('nothing was restored')
  return restored.app
}

const recordsOf = () => recordsPortal().store

const reconciled = async (call: Call) => (await call(endpoints.bulkSender.reconcile)).body

async function setBehind(payments: number): Promise<void> {
  const sender = await recordsOf().senders.find('bulk')
  if (!sender) throw new Error('no sender is configured')
  const { genesisHash, walletAddress, mintAddress } = sender
  await recordsOf().recordsBehind.set({
    genesisHash,
    walletAddress,
    mintAddress,
    payments,
    baseUnits: BigInt(payments) * 1_500_000_000n,
    checkedAtMs: 1,
  })
}

test('after a restored backup everything is taken over from the chain, once, and records equal chain', {
  timeout: 2 * PAYING_MS,
}, async () => {
  const claims = await addClaims(12)
  const twice = await addClaims(2, { solAddress: freshSolanaAddress() })
  const call = await restoringRecordsOfBefore(payAll)
  await setBehind(13)
  expect(await call(endpoints.public.ready)).toMatchObject({
    status: 503,
    body: {
      code: 'not_ready',
      error: 'The portal is not ready. Try again in a moment.',
      details: [{ where: 'records', problem: expect.stringContaining('13 payments (19.5 tokens)') }],
    },
  })
  // A balancer that follows this one leaves the operator the panel.
  expect(await call(endpoints.public.ready, { query: { scope: 'traffic' } })).toMatchObject({ status: 200 })

  const results = await Promise.all([1, 2].map(() => call(endpoints.bulkSender.takeOver)))
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409])
  // Two claims of one wallet were paid as one movement, or as two where they fell into two transactions.
  const takenOver = results.find(({ status }) => status === 200)?.body as { payments: number }
  expect(takenOver).toMatchObject({ amountUA: '21', claims: 14 })
  expect([13, 14]).toContain(takenOver.payments)
  expect(results).toContainEqual(
    expect.objectContaining({ body: expect.objectContaining({ code: 'records_not_behind' }) }),
  )

  expect(await call(endpoints.public.ready)).toMatchObject({ status: 200 })
  const inFirst = await paying.ferry.app.store.claims.list({ limit: 50 })
  for (const { id } of [...claims, ...twice]) {
    expect(await recordsOf().claimDecisions.find(id)).toMatchObject({
      status: 'sent',
      solTx: inFirst.find((claim) => claim.id === id)?.solTx,
    })
  }
  expect(await reconciled(call)).toMatchObject({
    agrees: true,
    chainPayments: 14,
    bookedPayments: 14,
    chainAmountUA: '21',
    bookedAmountUA: '21',
    differences: [],
  })
  expect(await call(endpoints.bulkSender.start)).toMatchObject({
    status: 409,
    body: { code: 'no_queued_claims' },
  })
})

test('a claim that was made and paid after the backup is not paid again when it is submitted again', {
  timeout: 2 * PAYING_MS,
}, async () => {
  let lost: NewClaim | undefined
  const call = await restoringRecordsOfBefore(async () => {
    ;[lost] = await addClaims(1)
    await payAll()
  })
  if (!lost) throw new Error('nothing was lost')
  const taken = await call(endpoints.bulkSender.takeOver)
  expect(taken).toEqual({ status: 200, body: { payments: 1, amountUA: '1.5', claims: 0 } })
  const [again, other] = [
    sampleClaim({ solAddress: lost.solAddress }),
    sampleClaim({ solAddress: freshSolanaAddress() }),
  ]
  await addSealedClaims(recordsPortal(), [again, other])
  expect(await call(endpoints.bulkSender.start)).toMatchObject({ status: 200 })
  await expect
    .poll(() => recordsOf().claimDecisions.find(other.id), { timeout: PAYING_MS })
    .toMatchObject({ status: 'sent' })
  expect(await recordsOf().claimDecisions.find(again.id)).toMatchObject({ status: 'sent' })
  expect(await paying.balanceOf(lost.solAddress)).toBe(1_500_000_000n)
  expect(await paying.balanceOf(other.solAddress)).toBe(1_500_000_000n)
})

test('going on without them takes the typed words with their number, and is recorded', {
  timeout: 2 * PAYING_MS,
}, async () => {
  const [claim] = await addClaims(2)
  const call = await restoringRecordsOfBefore(payAll)
  await setBehind(2)
  const goOn = (confirm: string) => call(endpoints.bulkSender.continueWithout, { body: { confirm } })
  for (const words of ['', '1 payments', '3 payments', 'payments']) {
    expect(await goOn(words)).toMatchObject({
      status: 400,
      body: { code: 'continue_unconfirmed', error: expect.stringContaining('"2 payments"') },
    })
  }
  expect(await recordsOf().recordsBehind.all()).toHaveLength(1)
  const [transaction] = (await paying.ferry.app.store.claims.list({ limit: 1 })).map(({ solTx }) => solTx)
  const alone = { signature: transaction, note: 'lost' }
  expect(await call(endpoints.bulkSender.acknowledge, { body: alone })).toMatchObject({
    status: 404,
    body: { code: 'unknown_outflow' },
  })

  expect(await goOn('2 payments')).toEqual({ status: 200, body: { payments: 2 } })
  expect(await recordsOf().recordsBehind.all()).toEqual([])
  expect(await call(endpoints.bulkSender.takeOver)).toMatchObject({ body: { code: 'records_not_behind' } })
  expect(await recordsOf().operatorActions.decisions(1)).toMatchObject([
    { action: 'continue_without', detail: expect.stringContaining('3 tokens') },
  ])
  expect(await reconciled(call)).toMatchObject({
    agrees: true,
    chainPayments: 0,
    otherOutflows: [{ amountUA: '3', note: expect.stringContaining('2 payments') }],
  })
  expect(await recordsOf().claimDecisions.find(claim?.id ?? '')).toMatchObject({ status: 'queued' })
})

test('one payment may be typed either way; nothing found is gone on without only where the balance is in doubt', {
  timeout: 2 * PAYING_MS,
}, async () => {
  await addClaims(1)
  const call = await restoringRecordsOfBefore(payAll)
  const goOn = (confirm: string) => call(endpoints.bulkSender.continueWithout, { body: { confirm } })
  expect(await goOn('none')).toMatchObject({ body: { error: expect.stringContaining('"1 payment"') } })
  expect(await goOn('1 payments')).toMatchObject({ status: 200 })
  expect(await goOn('0 payments')).toMatchObject({ status: 409, body: { code: 'records_not_behind' } })
  await setBehind(0)
  expect(await call(endpoints.bulkSender.takeOver)).toMatchObject({ status: 409 })
  expect(await recordsOf().recordsBehind.all()).toHaveLength(1)
  expect(await goOn('0 payments')).toEqual({ status: 200, body: { payments: 0 } })
  expect(await recordsOf().recordsBehind.all()).toEqual([])
})

test('both options wait for the end of a run', { timeout: 2 * PAYING_MS }, async () => {
  await addClaims(1)
  const call = await restoringRecordsOfBefore(payAll)
  const sender = await recordsOf().senders.find('bulk')
  await recordsOf().runs.create(sampleRun({ genesisHash: sender?.genesisHash ?? '' }))
  const refused = { status: 409, body: { code: 'run_in_progress' } }
  expect(await call(endpoints.bulkSender.takeOver)).toMatchObject(refused)
  expect(await call(endpoints.bulkSender.continueWithout, { body: { confirm: '1 payment' } })).toMatchObject(
    refused,
  )
})

test('from the command line, the same: exit status 0 once chain and records agree', {
  timeout: 2 * PAYING_MS,
}, async () => {
  await addClaims(3)
  await restoringRecordsOfBefore(payAll)
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: join(paying.ferry.folder, 'backup'),
    ADMIN_PASSWORD: 'a long password',
  }
  const reconcile = (...options: string[]) =>
    promisify(execFile)(process.execPath, ['src/bin/reconcile.ts', ...options], { env })
  await expect(reconcile()).rejects.toMatchObject({ code: 1 })
  expect((await reconcile('--take-over')).stdout).toContain(
    'Booked from the chain: 3 payments, 4.5 tokens, 3 claims sent.',
  )
  expect((await reconcile('--take-over')).stdout).toContain('The chain and the records agree.')
})

test('a transfer to the treasury has them disagree until it is acknowledged', {
  timeout: 2 * PAYING_MS,
}, async () => {
  await addClaims(1)
  await payAll()
  const call = await callsOf(paying.ferry)
  const treasury = freshSolanaAddress()
  const { mint, walletKeyJson, localnet } = paying
  const moved = await payManually({ rpcUrl: localnet.url, mint, walletKeyJson }, treasury, 40n)
  const outflow = {
    signature: moved,
    amountUA: '0.00000004',
    counterparties: [{ address: treasury, amountUA: '0.00000004' }],
  }
  expect(await reconciled(call)).toMatchObject({
    agrees: false,
    differences: [],
    otherOutflows: [{ ...outflow, note: null }],
  })
  // As if it was made before the run was compared.
  const { runs } = paying.ferry.app.store
  await expect.poll(async () => (await runs.latest())?.comparison, { timeout: PAYING_MS }).toBeTruthy()
  const run = await runs.latest()
  if (!run?.comparison) throw new Error('the run was not compared')
  await runs.setComparison(run.id, { ...run.comparison, agrees: false, otherOutflows: [moved] })
  const compared = async () => {
    const { body } = await call(endpoints.bulkSender.runs)
    return (body as RunsResponse).runs[0]?.comparison
  }
  expect(await compared()).toMatchObject({ agrees: false, otherOutflows: 1, acknowledgedOutflows: 0 })

  const acknowledge = (signature: unknown) =>
    call(endpoints.bulkSender.acknowledge, { body: { signature, note: 'To the treasury' } })
  const [paid] = (await paying.ferry.app.store.claims.list({ limit: 1 })).map(({ solTx }) => solTx)
  expect(await acknowledge(paid)).toMatchObject({ status: 404, body: { code: 'unknown_outflow' } })
  expect(await acknowledge('not a signature')).toMatchObject({ body: { code: 'invalid_transaction' } })
  expect(await acknowledge(moved)).toEqual({ status: 200, body: { ok: true } })
  expect(await reconciled(call)).toMatchObject({
    agrees: true,
    chainPayments: 1,
    otherOutflows: [{ ...outflow, note: 'To the treasury' }],
  })
  expect(await compared()).toMatchObject({ agrees: true, otherOutflows: 0, acknowledgedOutflows: 1 })
  expect(await paying.ferry.app.store.operatorActions.decisions(1)).toMatchObject([
    { action: 'acknowledge', subject: moved, detail: 'To the treasury' },
  ])
})

test('rows of a distribution are taken over for the standalone sender', {
  timeout: 2 * PAYING_MS,
}, async () => {
  await paying.configure('standalone')
  const recipients = [freshSolanaAddress(), freshSolanaAddress()]
  const uploaded = await paying.uploadPayments(recipients.map((recipient) => [recipient, '2']))
  const { distributionId } = uploaded.json()
  const call = await restoringRecordsOfBefore(async () => {
    await paying.call(endpoints.standaloneSender.start, { params: { distributionId } })
    await expect
      .poll(
        async () =>
          (await paying.call(endpoints.standaloneSender.progress, { params: { distributionId } })).json(),
        { timeout: PAYING_MS },
      )
      .toMatchObject({ status: 'completed' })
  })
  expect(await call(endpoints.standaloneSender.takeOver)).toEqual({
    status: 200,
    body: { payments: 2, amountUA: '4', claims: 0 },
  })
  expect(
    (await call(endpoints.standaloneSender.progress, { params: { distributionId } })).body,
  ).toMatchObject({ successfulTxns: 2, totalAmountSent: '4' })
  expect((await call(endpoints.standaloneSender.reconcile)).body).toMatchObject({
    agrees: true,
    chainPayments: 2,
  })
})
