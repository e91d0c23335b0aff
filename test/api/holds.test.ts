import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoInstruction, openTestWallet } from '#localnet/test-wallet.ts'
import type { NewClaim } from '#store/schema.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleAttempt, sampleClaim, sampleRun } from '../harness/sample-rows.ts'
import { freshSolanaAddress } from '../harness/sending-ground.ts'

let portal: PayingPortal
let genesis: string
let claim: NewClaim

beforeAll(async () => {
  portal = await startPayingPortal()
  await portal.configure('bulk')
  genesis = await portal.cluster.genesisHash()
})
afterAll(() => portal.close())
beforeEach(() => {
  claim = sampleClaim({ sol_address: freshSolanaAddress() })
})

/** A finalized transaction that has nothing to do with any payment. */
async function landed(): Promise<string> {
  const wallet = await openTestWallet(portal.localnet)
  const signature = await wallet.send([memoInstruction('hello')])
  await expect
    .poll(async () => {
      const { statuses } = await portal.cluster.signatureStatuses([signature], { searchHistory: true })
      return statuses[0]?.commitment
    })
    .toBe('finalized')
  return signature
}

const unknown = () => `4${'x'.repeat(40)}${claim.id.replace(/\W|0/g, '1').padEnd(46, 'y')}`

/** A claim whose payment is on hold. */
async function hold(signature: string): Promise<string> {
  const { store } = portal.ferry.portal
  await store.claims.insertMany([claim])
  const sender = { wallet_address: portal.wallet.address, mint_address: portal.mint, genesis_hash: genesis }
  const run = await store.runs.create(sampleRun(sender))
  if (!run) throw new Error('a run is under way')
  await store.runs.addTransfers([
    {
      claim_id: claim.id,
      evm_address: claim.evm_address,
      distribution_id: null,
      row_number: null,
      run_id: run.id,
      state: 'queued',
      recipient: claim.sol_address,
      base_units: '1500000000',
      dust_ua: '0',
      mint_address: portal.mint,
      genesis_hash: genesis,
      pack_limit: null,
      failure: null,
      paid_tx: null,
      settled_at_ms: null,
    },
  ])
  const name = portal.wallet.address
  const fence = await store.leases.acquire(name, 'test', Date.now(), 1000)
  const [transfer] = await store.journal.nextTransfers(run.id, 1)
  if (fence === null || !transfer) throw new Error('nothing to journal')
  const attempt = sampleAttempt(run.id, fence, {
    signature,
    genesis_hash: genesis,
    wallet_address: name,
    journaled_at_ms: 1_700_000_000_000,
  })
  await store.journal.write({ name, fence }, run.id, [{ attempt, transferIds: [transfer.id] }])
  await store.journal.hold(attempt.id, 'the node no longer has the blocks', Date.now())
  await store.leases.release(name, fence)
  await store.runs.finish(run.id, 'completed', null, Date.now())
  return attempt.id
}

const holds = async () => (await portal.call('GET', '/api/bulk-sender/holds')).json().holds
const settle = async (body: object) => {
  const response = await portal.call('POST', '/api/bulk-sender/settle-hold', body)
  return { status: response.statusCode, ...response.json() }
}
const listed = async () => (await portal.ferry.portal.store.claims.list({ limit: 1 }))[0]
const lastAction = async () => (await portal.ferry.portal.store.operatorActions.list(1))[0]

test('shows what is known of it', async () => {
  const signature = unknown()
  const attemptId = await hold(signature)
  expect(await holds()).toEqual([
    {
      attemptId,
      signature,
      cluster: 'other',
      walletAddress: portal.wallet.address,
      since: 1_700_000_000,
      transfers: [
        {
          recipient: claim.sol_address,
          amountUA: '1.5',
          claimId: claim.id,
          distributionId: null,
          rowNumber: null,
        },
      ],
      known: 'the node no longer has the blocks',
      lastValidBlockHeight: 150,
      slot: 1,
    },
  ])
  await settle({ attemptId, as: 'dead', confirm: 'not paid' })
})

describe('as paid', () => {
  test('with its own transaction, finalized', async () => {
    const signature = await landed()
    const attemptId = await hold(signature)
    expect(await settle({ attemptId, as: 'paid', tx: unknown() })).toMatchObject({
      status: 409,
      code: 'hold_other_transaction',
    })
    expect(await settle({ attemptId, as: 'paid' })).toMatchObject({ code: 'hold_other_transaction' })
    expect(await settle({ attemptId, as: 'paid', tx: signature })).toEqual({ status: 200, ok: true })
    expect(await listed()).toMatchObject({ status: 'sent', sol_tx: signature })
    expect(await holds()).toEqual([])
    expect(await lastAction()).toMatchObject({ action: 'settle_hold_paid', subject: attemptId })
    expect(await settle({ attemptId, as: 'paid', tx: signature })).toMatchObject({
      status: 409,
      code: 'not_on_hold',
    })
  })

  test('with one that the cluster does not know, only by force, which is recorded', async () => {
    const signature = unknown()
    const attemptId = await hold(signature)
    expect(await settle({ attemptId, as: 'paid', tx: signature })).toMatchObject({
      status: 409,
      code: 'transaction_unproved',
      error: expect.stringMatching(/knows no such transaction/),
    })
    expect(await listed()).toMatchObject({ status: 'queued', attempt_state: 'hold' })
    expect(await settle({ attemptId, as: 'paid', tx: signature, force: true })).toMatchObject({ status: 200 })
    expect(await listed()).toMatchObject({ status: 'sent', sol_tx: signature })
    expect((await lastAction())?.detail).toMatch(/forced although the cluster knows no such transaction/)
  })
})

describe('as dead', () => {
  test.each([undefined, '', 'yes', 'Not paid'])('not without the words: %o', async (confirm) => {
    const attemptId = await hold(unknown())
    expect(await settle({ attemptId, as: 'dead', confirm, force: true })).toMatchObject({
      status: 400,
      code: 'hold_unconfirmed',
    })
    await settle({ attemptId, as: 'dead', confirm: 'not paid' })
  })

  test('with the words: it is owed again, and paid by the next run', async () => {
    const attemptId = await hold(unknown())
    expect(await settle({ attemptId, as: 'dead', confirm: 'not paid' })).toEqual({ status: 200, ok: true })
    expect(await listed()).toMatchObject({ status: 'queued', attempt_state: null })
    expect((await lastAction())?.detail).toMatch(/"not paid" was typed; .*the node no longer has the blocks/)
    expect((await portal.call('POST', '/api/bulk-sender/start')).statusCode).toBe(200)
    await expect.poll(listed, { timeout: 15_000 }).toMatchObject({ status: 'sent' })
    expect(await portal.balanceOf(claim.sol_address)).toBe(1_500_000_000n)
    await expect
      .poll(async () => (await portal.call('GET', '/api/bulk-sender/status')).json().running)
      .toBe(false)
  })

  test('not what the cluster knows to have landed', async () => {
    const signature = await landed()
    const attemptId = await hold(signature)
    expect(await settle({ attemptId, as: 'dead', confirm: 'not paid' })).toMatchObject({
      status: 409,
      code: 'transaction_landed',
    })
    await settle({ attemptId, as: 'paid', tx: signature })
  })
})

test('what is not on hold can not be settled, nor without signing in', async () => {
  expect(await settle({ attemptId: 'none', as: 'dead', confirm: 'not paid' })).toMatchObject({
    status: 409,
    code: 'not_on_hold',
  })
  const { server } = portal.ferry
  expect((await server.inject('/api/bulk-sender/holds')).statusCode).toBe(401)
  expect((await server.inject({ method: 'POST', url: '/api/bulk-sender/settle-hold' })).statusCode).toBe(401)
})
